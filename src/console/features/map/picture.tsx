import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import { useWords, type Words } from '../../words/index.ts';
import type { Edge } from './edges.ts';
import { explanationOf } from './edge-cells.tsx';
import { layout, type Line, neighbor, type Node } from './layout.ts';

/** Percent of the width: the left and right side of each column of parties. */
type Sides = readonly (readonly [number, number])[];
const threeColumns: Sides = [
  [0, 24],
  [38, 62],
  [76, 100],
];
/** Without the first column, which would be empty: nothing was exchanged yet. */
const twoColumns: Sides = [
  [0, 0],
  [0, 34],
  [66, 100],
];
const sidesOf = ({ column }: Node, sides: Sides): readonly [number, number] => sides[column / 2] ?? [0, 0];

/** The edges as lines between parties, which are links. Arrow keys walk along the lines. */
export function MapPicture({ edges }: { edges: readonly Edge[] }): ReactNode {
  const words = useWords();
  const picture = useMemo(() => layout(edges), [edges]);
  const { height, nodes, lines } = picture;
  const hasOrigins = nodes.some(({ column }) => column === 0);
  const sides = hasOrigins ? threeColumns : twoColumns;
  const [lit, setLit] = useState<string | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const walk = (event: KeyboardEvent): void => {
    if (!event.key.startsWith('Arrow') || lit === null) return;
    event.preventDefault();
    const next = neighbor(picture, lit, event.key);
    if (next) root.current?.querySelector<HTMLElement>(`[data-place="${CSS.escape(next)}"]`)?.focus();
  };
  const isLit = (near: readonly string[], key: string): boolean | undefined =>
    lit === null ? undefined : lit === key || near.includes(lit);
  const light = (key: string) => ({
    'data-place': key,
    onFocus: () => setLit(key),
    onBlur: () => setLit(null),
    onMouseEnter: () => setLit(key),
    onMouseLeave: () => setLit(null),
  });
  return (
    <div className="card padded wide-only">
      <div className="map-heads" data-columns={hasOrigins ? 3 : 2} aria-hidden="true">
        {hasOrigins ? <span>{words.map.through} →</span> : null}
        <span>{words.map.act} →</span>
        <span>{words.map.reach}</span>
      </div>
      <div
        ref={root}
        className="map"
        style={{ '--height': `${height}px` }}
        role="group"
        aria-label={words.navigation.map}
        onKeyDown={walk}
      >
        <svg viewBox={`0 0 100 ${height}`} preserveAspectRatio="none" aria-hidden="true">
          {lines.map((line) => (
            <path
              key={line.key}
              d={pathOf(line, sides)}
              data-state={line.state}
              data-lit={isLit(line.near, line.key)}
            />
          ))}
        </svg>
        {nodes.map((node) => (
          <NodeBox key={node.key} {...{ node, sides }} isLit={isLit(node.near, node.key)} light={light(node.key)} />
        ))}
        {lines.map((line) => (
          <LineLink key={line.key} {...{ line, sides }} isLit={isLit(line.near, line.key)} light={light(line.key)} />
        ))}
      </div>
    </div>
  );
}

const middleOf = ({ from, to }: Line, sides: Sides): number => (sidesOf(from, sides)[1] + sidesOf(to, sides)[0]) / 2;

/** From the right side of a party through the place of the number to the left side of the other. */
function pathOf(line: Line, sides: Sides): string {
  const [start, middle, end] = [sidesOf(line.from, sides)[1], middleOf(line, sides), sidesOf(line.to, sides)[0]];
  const bend = (middle - start) / 2;
  const { from, to, y } = line;
  const first = `M${start} ${from.y}C${start + bend} ${from.y} ${middle - bend} ${y} ${middle} ${y}`;
  return `${first}S${end - bend} ${to.y} ${end} ${to.y}`;
}

interface NodeProps {
  node: Node;
  sides: Sides;
  isLit: boolean | undefined;
  light: object;
}

function NodeBox({ node, sides, isLit, light }: NodeProps): ReactNode {
  const words = useWords();
  const { column, y, party } = node;
  const [left, right] = sidesOf(node, sides);
  const name = nameOf(node, words);
  const common = {
    className: 'map-node',
    'data-lit': isLit,
    title: fullNameOf(node, words),
    style: { '--x': `${left}%`, '--y': `${y}px`, '--width': `${right - left}%` },
  };
  const shown = (
    <>
      <bdi>{name}</bdi>
      {party?.line ? <bdi className="soft">{party.line}</bdi> : null}
    </>
  );
  const path = party === null ? '/resources' : party.path;
  if (path === null || (column !== 4 && party === null)) {
    return (
      <span {...common} {...light}>
        {shown}
      </span>
    );
  }
  return (
    <Link {...common} {...light} to={path}>
      {shown}
    </Link>
  );
}

interface LineProps {
  line: Line;
  sides: Sides;
  isLit: boolean | undefined;
  light: object;
}

/** The numbers of a line, which lead to the explanation of such an exchange. */
function LineLink({ line, sides, isLit, light }: LineProps): ReactNode {
  const words = useWords();
  const { from, to, column, y, granted, refused, state } = line;
  const [application, target] = column === 1 ? [to.party, null] : [from.party, to.party];
  return (
    <Link
      className="map-line"
      data-state={state}
      data-lit={isLit}
      style={{ '--x': `${middleOf(line, sides)}%`, '--y': `${y}px` }}
      to="/explain"
      search={explanationOf(application, target)}
      {...light}
    >
      {/* Before what is seen, which the name must contain (WCAG 2.5.3). */}
      <span className="visually-hidden">
        {words.map.line(fullNameOf(from, words), fullNameOf(to, words), granted, refused)}{' '}
      </span>
      <LineText line={line} />
    </Link>
  );
}

function LineText({ line: { granted, refused, isNew, state } }: { line: Line }): ReactNode {
  const words = useWords();
  const { map: texts } = words;
  return (
    <>
      {state === 'UNUSED' ? <span>{texts.states.UNUSED}</span> : null}
      {granted > 0 || state === 'QUIET' ? <span>{words.short(granted)}</span> : null}
      {refused > 0 ? <span className="bad">✗ {words.short(refused)}</span> : null}
      {isNew ? <span className="good">{texts.fresh}</span> : null}
    </>
  );
}

function nameOf({ column, party }: Node, { map: texts }: Words): string {
  if (party === null) return texts.anyResource;
  return party.name ?? (column === 0 ? texts.unknownToken : texts.unknownResource);
}

const fullNameOf = (node: Node, words: Words): string =>
  [nameOf(node, words), node.party?.line].filter(Boolean).join(' · ');

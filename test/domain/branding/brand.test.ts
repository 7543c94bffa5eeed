import { describe, expect, it } from 'vitest';
import { type BrandedApplication, brandOf } from '../../../src/domain/branding/brand.ts';
import { brandingOf } from '../../../src/domain/branding/branding.ts';

const asset = (letter: string): string => `https://id.example.com/assets/${letter.repeat(43)}`;
const pathOf = (letter: string): string => `/assets/${letter.repeat(43)}`;
const shared = brandingOf({
  branding: { name: 'Example', light: { logo: asset('s'), accent: '#0b6e4f' }, dark: { accent: '#a3b0ff' } },
});
const none = brandingOf({ branding: {} });
const application = (branding: object, more: Partial<BrandedApplication> = {}): BrandedApplication => ({
  id: 'app_1',
  name: 'Shop',
  isThirdParty: false,
  logoUri: null,
  ...more,
  branding: brandingOf({ branding }),
});

describe('the brand of a page', () => {
  it('is none if nothing is set', () => {
    expect(brandOf(null, none)).toBe(null);
    expect(brandOf(application({}), none)).toBe(null);
  });

  it('has each field of the application, or else that of all applications', () => {
    expect(brandOf(application({ name: 'Shop', light: { accent: '#102030' } }), shared)).toMatchObject({
      name: 'Shop',
      logos: { light: pathOf('s'), dark: pathOf('s') },
      colors: { light: { accent: '#102030' }, dark: { accent: '#a3b0ff' } },
    });
  });

  it('has the logos of one record: never that of another in the other colors', () => {
    const both = brandingOf({ branding: { light: { logo: asset('s') }, dark: { logo: asset('t') } } });
    expect(brandOf(null, both)?.logos).toEqual({ light: pathOf('s'), dark: pathOf('t') });
    const light = brandOf(application({ light: { logo: asset('a') } }), both);
    expect(light?.logos).toEqual({ light: pathOf('a'), dark: pathOf('a') });
    const dark = brandOf(application({ dark: { logo: asset('a') } }), both);
    expect(dark?.logos).toEqual({ light: pathOf('a'), dark: pathOf('a') });
  });

  it('has the name of the application where it has colors only, and no name beside a logo alone', () => {
    expect(brandOf(application({ light: { accent: '#102030' } }), none)?.name).toBe('Shop');
    expect(brandOf(application({ light: { logo: asset('a') } }), none)).toMatchObject({ name: null, owner: 'Shop' });
  });

  it('has the copy of the logo at logoUri, if the application has no other', () => {
    const logoUri = 'https://shop.example.com/logo.png';
    const copied = brandOf(application({}, { logoUri }), shared)?.logos?.light;
    expect(copied).toMatch(/^\/sign-in\/logos\/app_1\?v=[\w-]{12}$/);
    const moved = brandOf(application({}, { logoUri: `${logoUri}?2` }), shared)?.logos?.light;
    expect(moved).not.toBe(copied);
    expect(brandOf(application({ light: { logo: asset('a') } }, { logoUri }), shared)?.logos?.light).toBe(pathOf('a'));
  });

  it('never has an image that a third party serves and can change', () => {
    const partner = application({}, { isThirdParty: true, logoUri: 'https://partner.example.com/logo.png' });
    expect(brandOf(partner, none)).toBe(null);
    expect(brandOf(partner, shared)?.logos?.light).toBe(pathOf('s'));
  });
});

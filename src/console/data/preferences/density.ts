/** The heights that the rows of lists can have. The choice is kept in this browser. */
export const densities = ['dense', 'normal', 'roomy'] as const;
type Density = (typeof densities)[number];

export function density(): Density {
  const kept = localStorage.getItem('density');
  return densities.find((one) => one === kept) ?? 'normal';
}

export function setDensity(value: Density): void {
  if (value === 'normal') localStorage.removeItem('density');
  else localStorage.setItem('density', value);
  document.documentElement.dataset['density'] = value;
}

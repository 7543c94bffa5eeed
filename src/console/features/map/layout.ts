import { type Edge, type EdgeState, edgeStates, type Party } from './edges.ts';

/** A place in the picture: parties are in columns 0, 2 and 4, the lines between them in 1 and 3. */
interface Place {
  key: string;
  column: number;
  /** Pixels from the top to its middle. */
  y: number;
  /** Keys of the places that it is connected with. */
  near: readonly string[];
}

export interface Node extends Place {
  /** Null: any API resource. */
  party: Party | null;
}

/** A line between two parties: all edges between them together. */
export interface Line extends Place {
  from: Node;
  to: Node;
  granted: number;
  refused: number;
  isNew: boolean;
  state: EdgeState;
}

interface Picture {
  height: number;
  nodes: readonly Node[];
  lines: readonly Line[];
}

/** Pixels from one place of a column to the next. */
const nodePitch = 60;
const linePitch = 46;

type Unplaced<Placed extends Place> = Omit<Placed, 'y' | 'from' | 'to'>;

/** Places the parties of edges in three columns, so that few of the lines between them cross. */
export function layout(edges: readonly Edge[]): Picture {
  const { nodes, lines } = connect(edges);
  const ranks = ranksOf(nodes, lines);
  const rankOf = ({ key, near, column }: Unplaced<Place>): number =>
    column % 2 === 0 ? (ranks.get(key) ?? 0) : near.reduce((sum, end) => sum + (ranks.get(end) ?? 0), 0);
  const sorted = [...nodes, ...lines].toSorted((one, other) => rankOf(one) - rankOf(other));
  const columns = [0, 1, 2, 3, 4].map((column) => sorted.filter((one) => one.column === column));
  const height = Math.max(...columns.map((places, column) => places.length * pitchOf(column)));
  const yOf = new Map(
    columns.flatMap((places, column) =>
      places.map(({ key }, index) => [key, height / 2 + (index + 0.5 - places.length / 2) * pitchOf(column)] as const),
    ),
  );
  const placed = nodes.map((node): Node => ({ ...node, y: yOf.get(node.key) ?? 0 }));
  const byKey = new Map(placed.map((node) => [node.key, node]));
  const drawn = lines.flatMap((line): Line[] => {
    const [from, to] = line.near.map((key) => byKey.get(key));
    return from && to ? [{ ...line, from, to, y: yOf.get(line.key) ?? 0 }] : [];
  });
  // In the order of reading, which is that of the Tab key.
  const inOrder = <One extends Place>(places: readonly One[]): One[] =>
    places.toSorted((one, other) => one.column - other.column || one.y - other.y);
  return { height, nodes: inOrder(placed), lines: inOrder(drawn) };
}

/** The parties of edges, and one line for all edges between the same two. */
function connect(edges: readonly Edge[]): { nodes: Unplaced<Node>[]; lines: Unplaced<Line>[] } {
  const nodes = new Map<string, Unplaced<Node> & { near: string[] }>();
  const lines = new Map<string, Unplaced<Line>>();
  const nodeOf = (column: number, party: Party | null): string => {
    const key = `${column} ${party?.id ?? 'any'}`;
    if (!nodes.has(key)) nodes.set(key, { key, column, party, near: [] });
    return key;
  };
  const addLine = (column: number, near: readonly string[], edge: Edge): void => {
    const key = near.join(' → ');
    const line = lines.get(key);
    if (!line) for (const end of near) nodes.get(end)?.near.push(key);
    lines.set(key, {
      key,
      column,
      near,
      granted: (line?.granted ?? 0) + edge.granted,
      refused: (line?.refused ?? 0) + edge.refused,
      isNew: edge.isNew && (line?.isNew ?? true),
      state: line && edgeStates.indexOf(line.state) < edgeStates.indexOf(edge.state) ? line.state : edge.state,
    });
  };
  for (const edge of edges) {
    const middle = nodeOf(2, edge.application);
    if (edge.through) addLine(1, [nodeOf(0, edge.through), middle], edge);
    addLine(3, [middle, nodeOf(4, edge.target)], edge);
  }
  return { nodes: [...nodes.values()], lines: [...lines.values()] };
}

/** Applications that exchange keep their order; the other parties are beside those that they are connected with. */
function ranksOf(nodes: readonly Unplaced<Node>[], lines: readonly Unplaced<Line>[]): Map<string, number> {
  const middle = nodes.filter(({ column }) => column === 2);
  const ranks = new Map(middle.map(({ key }, index) => [key, index]));
  const partners = (key: string): number[] =>
    lines
      .flatMap(({ near }) => (near.includes(key) ? near.map((end) => ranks.get(end) ?? -1) : []))
      .filter((rank) => rank >= 0);
  const others = nodes.filter(({ column }) => column !== 2).map(({ key }) => [key, partners(key)] as const);
  for (const [key, nearRanks] of others)
    ranks.set(key, nearRanks.reduce((sum, rank) => sum + rank, 0) / nearRanks.length);
  return ranks;
}

const pitchOf = (column: number): number => (column % 2 === 0 ? nodePitch : linePitch);

/** The place to which an arrow key leads: up and down in the column, left and right along a line. */
export function neighbor({ nodes, lines }: Picture, key: string, arrow: string): string | undefined {
  const places: readonly Place[] = [...nodes, ...lines];
  const current = places.find((one) => one.key === key);
  if (!current) return undefined;
  const step = { ArrowLeft: -1, ArrowRight: 1 }[arrow];
  const candidates =
    step === undefined
      ? places.filter(
          ({ column, y }) => column === current.column && (arrow === 'ArrowUp' ? y < current.y : y > current.y),
        )
      : places.filter((one) => one.column === current.column + step && current.near.includes(one.key));
  const distance = ({ y }: Place): number => Math.abs(y - current.y);
  return candidates.toSorted((one, other) => distance(one) - distance(other))[0]?.key;
}

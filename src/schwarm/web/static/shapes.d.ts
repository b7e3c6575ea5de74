/** An element of a piece's or ground's picture; game/vector.py tells what its words mean. */
export interface Part {
  tag: string;
  use?: string;
  side?: string;
  least?: number;
  most?: number;
  inside?: Part[];
  text?: string;
}

/** The shapes that notebooks draw as well: served from the games' shapes.json. */
declare const SHAPES: { pieces: Record<string, Part[]>; ground: Record<string, Part[]> };
export default SHAPES;

/** What the page uses of lit-html. */

/** Something to be shown: a piece of HTML with its values. */
export interface TemplateResult {
  readonly strings: TemplateStringsArray;
  readonly values: unknown[];
}
export function html(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult;
export function svg(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult;
/** Shows nothing; as an attribute's value it leaves the attribute away. */
export const nothing: unique symbol;
export function render(shown: unknown, place: Element): unknown;
export function repeat<T>(
  items: Iterable<T>,
  key: (item: T, index: number) => unknown,
  template: (item: T, index: number) => unknown,
): unknown;

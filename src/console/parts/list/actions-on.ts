import type { ListAction } from './definition.ts';

/** The actions that can be done with so many records. */
export const actionsOn = <Row>(actions: readonly ListAction<Row>[], number: number): readonly ListAction<Row>[] =>
  actions.filter(({ takes }) => takes === undefined || (takes === 'one') === (number === 1));

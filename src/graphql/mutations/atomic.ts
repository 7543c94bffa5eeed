import { DirectiveLocation, GraphQLDirective } from 'graphql';
import { atomicLimit } from '../context/limits.ts';

/** A directive of the operation: as an argument, two mutations could contradict each other. */
export const atomic = new GraphQLDirective({
  name: 'atomic',
  description: [
    `Runs the mutations of the operation, at most ${atomicLimit}, in one transaction, in their order.`,
    'If one is refused, none is applied: `data` is null, and the mutations after it do not run.',
    'Bulk mutations need the mode ALL. Mutations that send a request or a message at once, such as `testWebhook`, are refused.',
  ].join('\n'),
  locations: [DirectiveLocation.MUTATION],
});

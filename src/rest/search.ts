import { readSearchQuestion, searchQuestionSchema } from '../domain/search.ts';
import { searchRecords } from '../reads/search.ts';
import { fieldsOf } from './list-request.ts';
import { type Route, viewerOf } from './route.ts';

/** Searches several kinds. The fields of the question are parameters; `kinds` can be repeated. */
export const searchRoute: Route = {
  method: 'GET',
  path: '/search',
  query: Object.keys(searchQuestionSchema.shape),
  async handle(request, services) {
    const question = readSearchQuestion(fieldsOf(request.query, searchQuestionSchema));
    return { status: 200, json: await searchRecords(services.database.prisma, viewerOf(request, services), question) };
  },
};

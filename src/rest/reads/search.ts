import { readSearchQuery, searchQuerySchema } from '../../domain/search-query.ts';
import { searchRecords } from '../../reads/search-records.ts';
import { fieldsOf } from './list-request.ts';
import { type Route, viewerOf } from '../route.ts';

/** Searches several kinds. Of the query parameters, `kinds` can be repeated. */
export const searchRoute: Route = {
  method: 'GET',
  path: '/search',
  query: Object.keys(searchQuerySchema.shape),
  async handle(request, services) {
    const query = readSearchQuery(fieldsOf(request.query, searchQuerySchema));
    const { database, logger } = services;
    const context = { ...viewerOf(request, services), logger };
    return { status: 200, json: await searchRecords(database.prisma, context, query) };
  },
};

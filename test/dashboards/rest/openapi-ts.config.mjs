export default {
  input: './generated/openapi.json',
  output: { path: 'generated/hey-api', module: { extension: '.ts' } },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
};

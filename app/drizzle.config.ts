import { defineConfig } from 'drizzle-kit'

// `npx drizzle-kit generate` in this folder writes a migration for changes of the schema.
export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/store/schema/gateway.ts', './src/store/schema/history.ts'],
  out: './src/store/migrations',
})

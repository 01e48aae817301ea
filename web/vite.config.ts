import { join } from 'node:path'
import { defineConfig } from 'vite'

/** The gateway that `npx vite web` shows while you work on the page. */
const GATEWAY = process.env.GATEWAY_URL ?? 'http://127.0.0.1:8080'

export default defineConfig({
  // The SDK's TypeScript sources, so that nothing has to be built first.
  resolve: { conditions: ['source', 'browser', 'module', 'import', 'default'] },
  // The content security policy allows no data: URL.
  build: {
    assetsInlineLimit: 0,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: { input: ['index.html', 'embed.html'].map((name) => join(import.meta.dirname, name)) },
  },
  server: { proxy: { '/v1': GATEWAY, '/docs': GATEWAY } },
})

import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

/** The gateway that `npx vite web` shows while you work on the page. */
const GATEWAY = process.env.GATEWAY_URL ?? 'http://127.0.0.1:8080'

/** Loads text of a language without Vite's helper, a kilobyte that looks for styles and further scripts of it. */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : null),
}

export default defineConfig({
  plugins: [plainImports],
  // The SDK's TypeScript sources, so that nothing has to be built first.
  resolve: {
    conditions: ['source', 'browser', 'module', 'import', 'default'],
    // Slower than its other variant and 4 KB smaller, compressed. Only the burner wallet signs with it, at a click.
    alias: { tweetnacl: 'tweetnacl/nacl.js' },
  },
  // The content security policy allows no data: URL.
  build: {
    assetsInlineLimit: 0,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: { input: ['index.html', 'embed.html'].map((name) => join(import.meta.dirname, name)) },
  },
  server: { proxy: { '/v1': GATEWAY, '/docs': GATEWAY } },
})

import { defineConfig, type Plugin } from 'vite'

/** The gateway that `npx vite web` shows while you work on the page. */
const GATEWAY = process.env.GATEWAY_URL ?? 'http://127.0.0.1:8080'

/** Loads text of a language without Vite's helper, a kilobyte that looks for styles and further scripts of it. */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : null),
}

/** Loads the font beside the style sheet that names it, so that no text is drawn in another one first. */
const preloadFont: Plugin = {
  name: 'preload-font',
  transformIndexHtml(_, { bundle = {} }) {
    const fonts = Object.keys(bundle).filter((name) => name.endsWith('.woff2'))
    return fonts.map((name) => ({
      tag: 'link',
      attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${name}` },
      injectTo: 'head',
    }))
  },
}

export default defineConfig({
  plugins: [plainImports, preloadFont],
  // The SDK's TypeScript sources, so that nothing has to be built first.
  resolve: {
    conditions: ['source', 'browser', 'module', 'import', 'default'],
    // Slower than its other variant and 4 KB smaller, compressed. It verifies a few signatures of attestors.
    alias: { tweetnacl: 'tweetnacl/nacl.js' },
  },
  // The content security policy allows no data: URL.
  build: {
    assetsInlineLimit: 0,
    target: 'es2022',
    modulePreload: { polyfill: false },
    // What several views need is one script: dozens of small ones compress worse.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] } },
      // On a slow machine npm start would print advice about plugins.
      checks: { bundlerTimings: false },
    },
  },
  server: { proxy: { '/v1': GATEWAY, '/docs': GATEWAY } },
})

import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

export default defineConfig({
  plugins: [react(), diagramPage(), packedFiles()],
  // Files find each other from their own place: a proxy may offer all of them below a path.
  base: './',
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The page's policy allows no data: URLs, so nothing may be inlined as one.
    assetsInlineLimit: 0,
    // Parts that are loaded when first needed are large on purpose.
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: {
      output: {
        // What several parts use comes as one file: fifty small ones would be asked for one by one.
        codeSplitting: {
          groups: [
            {
              name: 'shared',
              test: /packages[\\/](?:web[\\/]src[\\/](?:api|parts|workbench)|contract)|node_modules[\\/](?:@tanstack|react|react-dom|scheduler)[\\/]/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
    // The colours use oklch() and light-dark(): naming browsers that know both keeps the CSS as written.
    target: ['chrome123', 'firefox120', 'safari17.5'],
  },
})

/**
 * The frame that draws diagrams. It has no origin, and such a frame may load no script of this server: the library
 * stands in the page itself.
 */
function diagramPage(): Plugin {
  return {
    name: 'diagram-page',
    generateBundle() {
      const { resolve } = createRequire(import.meta.url)
      const library = readFileSync(resolve('mermaid/dist/mermaid.min.js'), 'utf8')
      const script = readFileSync(new URL('src/markdown/diagram-frame.js', import.meta.url), 'utf8')
      const inline = (code: string) => `<script>${code.replaceAll('</script', '<\\/script')}</script>`
      this.emitFile({
        type: 'asset',
        fileName: 'diagram.html',
        source: `<!doctype html><meta charset="utf-8"><title>Diagrams</title><body>${inline(library)}${inline(script)}`,
      })
    },
  }
}

const GAINS = /\.(?:js|css|html|svg|json)$/
const SMALLEST = 1_024

/** Leaves a compressed copy beside each file: the server sends that to whoever takes it. */
function packedFiles(): Plugin {
  return {
    name: 'packed-files',
    writeBundle({ dir = '' }, bundle) {
      for (const name of Object.keys(bundle)) {
        const path = join(dir, name)
        if (!GAINS.test(name) || statSync(path).size < SMALLEST) continue
        const source = readFileSync(path)
        const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: source.length > 2_000_000 ? 6 : 10 } }
        writeFileSync(`${path}.br`, brotliCompressSync(source, quality))
        writeFileSync(`${path}.gz`, gzipSync(source))
      }
    },
  }
}

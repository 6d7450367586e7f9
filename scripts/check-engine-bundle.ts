/** Bundles `@varve/engine` for a browser: fails on a Node built-in or when it outgrows its limit. */
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

/** Half of it is the engine, a quarter the line differences, the rest hashes, stems and the estimate of tokens. */
const LIMIT_KB = 52

const result = await build({
  stdin: {
    contents: `export * from './index.ts'\nexport * from './internal.ts'`,
    resolveDir: 'packages/engine/src',
  },
  bundle: true,
  minify: true,
  write: false,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  logLevel: 'silent',
})
const bytes = result.outputFiles[0]?.contents ?? new Uint8Array()
const kilobytes = gzipSync(bytes).length / 1024
console.log(
  `engine bundle: ${(bytes.length / 1024).toFixed(1)} KB, ${kilobytes.toFixed(1)} KB gzipped (limit ${LIMIT_KB})`,
)
if (kilobytes > LIMIT_KB) process.exitCode = 1

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The parts of Varve that are files and not code. */
export interface Checkout {
  readonly version: string
  readonly web: string
  readonly engine: string
  readonly demoVault: string
  readonly demoName: string
}

export function findCheckout(): Checkout {
  const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
  const manifest = JSON.parse(readFileSync(at('../package.json'), 'utf8')) as { readonly version: string }
  return {
    version: manifest.version,
    web: at('../../web'),
    engine: at('../../engine/src'),
    demoVault: at('../../../examples/demo-vault'),
    demoName: 'Slackwater Studio',
  }
}

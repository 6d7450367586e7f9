import type { Environment } from './key-ring.ts'

const DEFAULT_PORT = 11_434
/** What Ollama itself takes for this machine; it may also be told to listen everywhere. */
const HERE = /^(|localhost|127(\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\])$/

/** The port of the Ollama on this machine that `OLLAMA_HOST` names; only this machine is asked. */
export function ollamaPort(environment: Environment, report: (message: string) => void): number | undefined {
  const value = (environment['OLLAMA_HOST'] ?? '').trim()
  if (value === '') return undefined
  const match = /^(?:(https?):\/\/)?(\[[^\]]*\]|[^:/]*)(?::(\d{1,5}))?\/*$/.exec(value)
  const port = Number(match?.[3] ?? (match?.[1] === 'http' ? 80 : DEFAULT_PORT))
  if (match && match[1] !== 'https' && HERE.test(match[2] ?? '') && port > 0 && port < 65_536) return port
  report('OLLAMA_HOST is not used: only model servers on this machine are looked for.')
  return undefined
}

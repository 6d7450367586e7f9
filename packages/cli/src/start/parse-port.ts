import { CliError } from '../cli-error.ts'

/** A port as it is written on the command line; 0 stands for any free one. */
export function parsePort(text: string): number {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port < 65_536) return port
  throw new CliError('usage', `--port must be a number from 0 to 65535, not "${text}".`)
}

import type { SignInLinkView } from '@varve/server'
import { CliError } from '../cli-error.ts'
import { findPaths, type Surroundings } from '../paths.ts'
import { canOpenBrowser, openBrowser } from './open-browser.ts'
import { callRunning, findRunning } from './running-address.ts'

export interface OpenOptions {
  /** Off with `--no-open`: the link is only printed. */
  readonly open: boolean
  readonly data?: string
  readonly json?: boolean
}

export interface OpenContext {
  readonly surroundings: Surroundings
  readonly isTTY: boolean
  readonly say: (line: string) => void
}

/** `varve open`: a link that signs one browser in to the Varve that runs. */
export async function openCommand(
  { open, data, json }: OpenOptions,
  { surroundings, isTTY, say }: OpenContext,
): Promise<void> {
  const running = findRunning(findPaths(surroundings, data).data)
  const response =
    running && (await callRunning(running, '/api/sign-in-links', { body: {} }).catch(() => undefined))
  if (!response?.ok)
    throw new CliError('not-running', 'Varve is not running on this data folder. Run "varve start".')
  const link = (await response.json()) as SignInLinkView
  if (json) return say(JSON.stringify(link))
  say(`Open ${link.url}`)
  say(`This link signs in one browser, once, within ${link.minutes} minutes.`)
  if (open && canOpenBrowser(surroundings, { isTTY })) openBrowser(link.url, surroundings.platform, say)
}

import type { CatalogueModel, ProviderErrorData } from '@varve/providers'
import { locationOf, providerName } from '../providers/provider-info.ts'

/** What a provider refused or failed with, and what helps, in a sentence or two. There is no secret in it. */
export function failureWords(model: CatalogueModel, error: ProviderErrorData): string {
  const name = providerName(model.provider)
  const { code, status, message } = error
  // The host only: an address in a user's file may hold a password.
  const { host } = new URL(model.baseUrl)
  const said = status === undefined ? `${name}: ${message}` : `${name} answered ${status}: ${message}`
  const sentence = /[.!?]$/.test(said) ? said : `${said}.`
  switch (code) {
    case 'unauthorized':
      return `${sentence} Check the key of ${name}.`
    case 'rate-limited':
      return `${sentence} ${waitWords(error)}`
    case 'overloaded':
    case 'server-error':
      return `${sentence} This is on the side of ${name}; try again later.`
    case 'too-large':
      return `${sentence} Attach less, or take a model with a larger window.`
    case 'network':
      if (isBrokenOff(message)) return `${name} at ${host} closed the connection before it answered.`
      return locationOf(model) === 'local'
        ? `${name} does not answer at ${host} (${message}). Is it running?`
        : `${name} cannot be reached at ${host} (${message}).`
    case 'silent':
      return `${name} ${message}, so Varve stopped waiting.`
    case 'bad-request':
    case 'not-found':
    case 'aborted':
    case 'bad-response':
    case 'bad-catalogue':
      return sentence
    default:
      return code satisfies never
  }
}

/** There was a connection, and the other side ended it: it can be reached. */
function isBrokenOff(message: string): boolean {
  return /other side closed|socket hang up|UND_ERR_SOCKET|ECONNRESET|EPIPE/.test(message)
}

function waitWords({ retryAfterSeconds }: ProviderErrorData): string {
  if (retryAfterSeconds === undefined) return 'Try again later.'
  const seconds = Math.ceil(retryAfterSeconds)
  return `Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`
}

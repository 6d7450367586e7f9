import type { ProviderErrorData } from '@varve/providers'
import type { AnswerErrorCode } from '../messages/answer-error-code.ts'

/** How providers word it that a prompt exceeds the window; most of them answer 400 to that. */
const TOO_LONG =
  /context[ _-]?(length|window)|(prompt|input|request)[^.]{0,60}\btoo (long|large)|maximum (prompt|context|number of tokens)|exceeds? the (maximum|limit|context)|token (count|limit)[^.]{0,40}exceed/i

/** What kind of failure this is, told from what the provider said. */
export function failureCode({ code, message, providerCode }: ProviderErrorData): AnswerErrorCode {
  switch (code) {
    case 'unauthorized':
      return 'key-rejected'
    case 'rate-limited':
      return 'rate-limited'
    case 'overloaded':
    case 'server-error':
      return 'overloaded'
    case 'network':
      return 'unreachable'
    case 'silent':
      return 'silent'
    case 'too-large':
      return 'too-long'
    case 'not-found':
      return 'model-gone'
    case 'bad-request':
      return TOO_LONG.test(`${providerCode ?? ''} ${message}`) ? 'too-long' : 'refused'
    case 'aborted':
    case 'bad-response':
    case 'bad-catalogue':
      return 'failed'
    default:
      return code satisfies never
  }
}

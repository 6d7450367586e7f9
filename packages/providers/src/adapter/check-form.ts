import { APICallError } from '@ai-sdk/provider'
import { ProviderError } from '../provider-error.ts'
import type { CatalogueModel } from '../catalogue/catalogue-model.ts'

/** An error in JSON is short; of a page only its kind matters. */
const LONGEST_BODY = 16_384

/**
 * Looks at the form of an answer before it is read as a stream: proxies and sign-in pages answer 200 as well, and
 * read as a stream they would look like a connection that broke.
 *
 * @throws ProviderError, or the APICallError that the answer holds.
 */
export async function checkForm(response: Response, { provider, protocol }: CatalogueModel): Promise<void> {
  const type = (response.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase()
  // Servers of Ollama's protocol give their lines under this name too.
  const isWhole = type === 'application/json' && protocol !== 'ollama'
  if (!response.ok || (type !== 'text/html' && !isWhole)) return
  const body = await readBeginning(response)
  if (isWhole && holdsError(body))
    throw new APICallError({
      message: 'an error came in place of an answer',
      url: response.url,
      requestBodyValues: {},
      statusCode: response.status,
      responseBody: body,
    })
  const message = isWhole
    ? 'the answer came in one piece (application/json) where a stream was asked for, and cannot be read'
    : 'a web page came in place of an answer; the address may be wrong, or the network wants you to sign in'
  throw new ProviderError({ code: 'bad-response', provider, message })
}

function holdsError(body: string): boolean {
  try {
    const value: unknown = JSON.parse(body)
    const first: unknown = Array.isArray(value) ? value[0] : value
    return typeof first === 'object' && first !== null && 'error' in first && Boolean(first.error)
  } catch {
    return false
  }
}

async function readBeginning({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  // Leaving the loop ends the connection.
  for await (const bytes of body ?? []) {
    text += decoder.decode(bytes, { stream: true })
    if (text.length >= LONGEST_BODY) break
  }
  return text
}

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedSpan {
  readonly name: string
  readonly kind: number
  readonly attributes: Readonly<Record<string, unknown>>
  readonly status: { readonly code?: number }
}

export interface OtlpReceiver {
  readonly url: string
  readonly paths: readonly string[]
  /** All that came, as it came. */
  readonly bodies: readonly string[]
  readonly spans: () => readonly ReceivedSpan[]
  readonly close: () => Promise<void>
}

interface Attribute {
  readonly key: string
  readonly value: Readonly<Record<string, unknown>>
}

interface Body {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<ReceivedSpan, 'attributes'> & {
        readonly attributes: readonly Attribute[]
      })[]
    }[]
  }[]
}

/** What a collector does with traces over HTTP, as far as a test looks at it. */
export async function otlpReceiver(): Promise<OtlpReceiver> {
  const bodies: string[] = []
  const paths: string[] = []
  const http = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (text: string) => (body += text))
    request.on('end', () => {
      bodies.push(body)
      paths.push(request.url ?? '')
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    paths,
    bodies,
    spans: () => bodies.flatMap((body) => spansOf(JSON.parse(body) as Body)),
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  }
}

function spansOf({ resourceSpans }: Body): readonly ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...span,
        attributes: { ...valuesOf(resource.attributes), ...valuesOf(span.attributes) },
      })),
    ),
  )
}

/** Whole numbers come as text. */
function valuesOf(attributes: readonly Attribute[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => {
      const [kind, plain] = Object.entries(value)[0] ?? []
      return [key, kind === 'intValue' ? Number(plain) : plain]
    }),
  )
}

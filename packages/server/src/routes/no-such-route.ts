import type { Handler, Hono } from 'hono'
import { ServerError } from '../server-error.ts'

/** For what no route of the API has taken: where its address knows other methods, they are named. */
export function noSuchRoute({ routes }: Hono): Handler {
  return (context) => {
    const { path, method } = context.req
    const here = routes.filter((route) => isAt(path, route.path)).map((route) => route.method)
    if (here.length === 0) throw new ServerError('route-not-found', 'There is no such route.')
    // Who may read may also ask without the body.
    const allowed = [...new Set(here.flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : [one])))]
    const names = allowed.toSorted().join(', ')
    context.header('Allow', names)
    throw new ServerError('method-not-allowed', `This address knows no ${method}, only ${names}.`)
  }
}

function isAt(path: string, pattern: string): boolean {
  const [given, parts] = [path.split('/'), pattern.split('/')]
  return (
    given.length === parts.length &&
    parts.every((part, at) => (part.startsWith(':') ? given[at] !== '' : part === given[at]))
  )
}

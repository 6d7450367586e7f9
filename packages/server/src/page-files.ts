import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { Hono } from 'hono'
import { ServerError } from './server-error.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
}

/**
 * The built page. Its files are listed once, and only a name on that list is served: there is no path
 * from a request to the disk. Every other address without an extension is a place within the page.
 */
export function pageFiles(folder: string): Hono {
  const names = new Set(listFiles(folder, ''))
  const routes = new Hono()
  routes.get('*', (context) => {
    const name = context.req.path.slice(1)
    const isPlace = extname(name) === '' && !name.startsWith('api/')
    const file = names.has(name) ? name : isPlace ? 'index.html' : undefined
    if (file === undefined || !names.has(file))
      throw new ServerError('route-not-found', 'There is nothing at this address.')
    const headers = {
      'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
      'Cache-Control': caching(file),
    }
    return context.body(readFileSync(join(folder, file)), 200, headers)
  })
  return routes
}

/** Names in `assets` hold a hash of their content. */
function caching(file: string): string {
  return file.startsWith('assets/') ? 'private, max-age=31536000, immutable' : 'no-cache'
}

function listFiles(folder: string, prefix: string): string[] {
  return readdirSync(join(folder, prefix), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.')) return []
    const name = `${prefix}${entry.name}`
    return entry.isDirectory() ? listFiles(folder, `${name}/`) : [name]
  })
}

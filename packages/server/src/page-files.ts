import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { Handler } from 'hono'

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

/** Where a person may be: the front door, and a workspace. Everything else within the page stands behind a `#`. */
export function isPlace(path: string): boolean {
  return path === '/' || /^\/w\/[^/]+\/?$/.test(path)
}

/**
 * The built page. Its files are listed once, and only a name on that list is served: there is no path
 * from a request to the disk.
 */
export function pageFiles(folder: string): Handler {
  const names = new Set(listFiles(folder, ''))
  return (context) => {
    const { path } = context.req
    const file = isPlace(path) ? 'index.html' : path.slice(1)
    if (!names.has(file)) return context.notFound()
    const headers = {
      'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
      'Cache-Control': caching(file),
    }
    return context.body(readFileSync(join(folder, file)), 200, headers)
  }
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

import { apiRoot } from './page-key.ts'

/** Where the API of the workspace on screen begins. The page's own address names it, so that each tab has its own. */
export function workspaceApi(): string {
  return `${apiRoot()}/workspaces/${encodeURIComponent(parseWorkspacePath(location.pathname) ?? 'first')}`
}

/** The workspace that an address such as `/w/3f2a/` names; undefined for the one that is shown first. */
export function parseWorkspacePath(path: string): string | undefined {
  const id = /^\/w\/([^/]+)\/?$/.exec(path)?.[1]
  if (id === undefined) return undefined
  try {
    return decodeURIComponent(id)
  } catch {
    // A malformed escape names no workspace; the page then shows the first.
    return undefined
  }
}

export function workspaceHref(id: string): string {
  return `/w/${encodeURIComponent(id)}/`
}

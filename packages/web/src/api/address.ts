/** The path at which a proxy offers Varve, such as `/varve`; empty for an address of its own. */
export function basePath(path = typeof location === 'undefined' ? '/' : location.pathname): string {
  return /^(.*?)\/(?:w\/[^/]*\/?|index\.html)?$/.exec(path)?.[1] ?? ''
}

/** What the browser keeps under this name for this Varve: others may be at other paths of the same address. */
export function storedName(name: string): string {
  return name + basePath()
}

const NAME = 'varve.page-key'
/** Used if the browser blocks storage; lasts as long as the page. */
let keyOfThisPage: string | undefined

/**
 * Keeps the page's half of a session, which a sign-in link leaves behind the `#`, and removes it from the address. It
 * opens nothing without the cookie, and unlike the cookie it is never sent to another port of this machine. True where
 * there was one: this browser has just signed in.
 */
export function keepPageKey(): boolean {
  const key = /^#key=([\w-]{1,100})$/.exec(location.hash)?.[1]
  if (key === undefined) return false
  storePageKey(key)
  history.replaceState(history.state, '', location.pathname)
  return true
}

export function storePageKey(key: string): void {
  keyOfThisPage = key
  try {
    localStorage.setItem(storedName(NAME), key)
  } catch (error) {
    console.info('Signed in for this page only: storage is blocked.', error)
  }
}

/** Where the API begins for this page. Read on each call: another tab may have signed in again. */
export function apiRoot(): string {
  const key = storedKey() ?? keyOfThisPage
  return `${basePath()}${key === undefined ? '' : `/s/${key}`}/api`
}

function storedKey(): string | undefined {
  try {
    return localStorage.getItem(storedName(NAME)) ?? undefined
  } catch {
    return undefined
  }
}

/** The same address of the API with the key that the page has by now. */
export function withPageKey(path: string): string {
  return path.replace(/^.*?(?:\/s\/[\w-]+)?\/api(?=\/)/, () => apiRoot())
}

/** Where the API of the open workspace begins. The page's own address names it, so that each tab has its own. */
export function workspaceApi(): string {
  return `${apiRoot()}/workspaces/${encodeURIComponent(parseWorkspacePath(location.pathname) ?? 'first')}`
}

/** The workspace in an address such as `/w/3f2a/`; undefined for the default one. */
export function parseWorkspacePath(path: string): string | undefined {
  const id = /\/w\/([^/]+)\/?$/.exec(path)?.[1]
  if (id === undefined) return undefined
  try {
    return decodeURIComponent(id)
  } catch {
    // A malformed escape names no workspace, so the page shows the default one.
    return undefined
  }
}

export function workspaceHref(id: string): string {
  return `${basePath()}/w/${encodeURIComponent(id)}/`
}

const LAST = 'varve.workspace'

/** Remembers the workspace of this page, for the address that names none. */
export function rememberWorkspace(id: string | undefined): void {
  try {
    if (id === undefined) localStorage.removeItem(storedName(LAST))
    else localStorage.setItem(storedName(LAST), id)
  } catch {
    // Then the first one opens.
  }
}

/** The workspace that was open last; undefined where none is known. */
export function lastWorkspace(): string | undefined {
  try {
    return localStorage.getItem(storedName(LAST)) ?? undefined
  } catch {
    return undefined
  }
}

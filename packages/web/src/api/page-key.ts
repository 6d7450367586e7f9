const NAME = 'varve.page-key'
/** Where storage is blocked, it lasts as long as the page. */
let inMemory: string | undefined

/**
 * Keeps the page's half of a session, which a sign-in link leaves behind the `#`, and takes it out of the address.
 * It opens nothing without the cookie, and unlike the cookie no other port of this machine ever receives it.
 */
export function keepPageKey(): void {
  const key = /^#key=([\w-]{1,100})$/.exec(location.hash)?.[1]
  if (key === undefined) return
  inMemory = key
  try {
    localStorage.setItem(NAME, key)
  } catch (error) {
    console.info('Signed in for this page only: storage is blocked.', error)
  }
  history.replaceState(history.state, '', location.pathname)
}

/** Where the API begins for this page. Read anew each time: another tab may have signed in again. */
export function apiRoot(): string {
  const key = storedKey() ?? inMemory
  return key === undefined ? '/api' : `/s/${key}/api`
}

function storedKey(): string | undefined {
  try {
    return localStorage.getItem(NAME) ?? undefined
  } catch {
    return undefined
  }
}

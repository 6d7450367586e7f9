import type { SearchIndex } from '@varve/index'
import { type AnswerOptions, answerSearch } from '../../../packages/index/src/search/answer-search.ts'
import { openIndexForReading } from '../../../packages/index/src/database/index-file.ts'
import { SqliteSearchSource } from '../../../packages/index/src/reader/search-source.ts'
import { meanQuality, measureRanking, type Quality } from './metrics.ts'
import type { SearchTask } from './search-task.ts'

/** As a user gets it: through the index and its threads. */
export async function measureProduct(index: SearchIndex, tasks: readonly SearchTask[]): Promise<Quality> {
  const values: Quality[] = []
  for (const { request, wanted } of tasks) {
    const { hits } = await index.search(request)
    values.push(
      measureRanking(
        hits.map((hit) => hit.path),
        wanted,
      ),
    )
  }
  return meanQuality(values)
}

/** The same ranking over the same index file, with other options: what a signal gives is seen by leaving it out. */
export function measureVariant(
  file: string,
  tasks: readonly SearchTask[],
  options: (task: SearchTask) => AnswerOptions,
): Quality {
  const connection = openIndexForReading(file)
  try {
    const source = new SqliteSearchSource(connection)
    return meanQuality(
      tasks.map((task) => {
        const { hits } = answerSearch(source, task.request, options(task))
        return measureRanking(
          hits.map((hit) => hit.path),
          task.wanted,
        )
      }),
    )
  } finally {
    connection.close()
  }
}

export function measurePlain(
  search: (text: string) => readonly string[],
  tasks: readonly SearchTask[],
): Quality {
  return meanQuality(
    tasks.map(({ request, wanted }) => {
      const excluded = new Set(request.exclude)
      return measureRanking(
        search(request.text).filter((path) => !excluded.has(path)),
        wanted,
      )
    }),
  )
}

import { type Ranking, RANKING } from '../../../packages/index/src/search/rank/ranking.ts'

const { fields, links, proximity } = RANKING

/** The ranking with one signal left out each. */
export const WITHOUT: readonly { readonly name: string; readonly ranking: Ranking }[] = [
  { name: 'everything', ranking: RANKING },
  { name: 'without links', ranking: { ...RANKING, links: { ...links, least: 0, most: 0 } } },
  { name: 'without nearness of words', ranking: { ...RANKING, proximity: { ...proximity, weight: 0 } } },
  {
    name: 'without fields (title, headings, tags, path)',
    ranking: {
      ...RANKING,
      fields: { title: 0, aliases: 0, headings: 0, tags: 0, path: 0, ownHeadings: 0, named: 0 },
    },
  },
  {
    name: 'title like any other word',
    ranking: { ...RANKING, fields: { ...fields, title: 1, aliases: 1, named: 0 } },
  },
  { name: 'without other passages of the file', ranking: { ...RANKING, spread: 0 } },
]

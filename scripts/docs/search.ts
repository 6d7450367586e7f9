/** The search field of the documentation: words, results with the arrow keys, nothing from the network. */
import MiniSearch, { type SearchResult } from 'minisearch'

interface Found extends SearchResult {
  readonly title: string
  readonly heading: string
  readonly address: string
  readonly excerpt: string
}

const MOST = 8
const base = (document.currentScript as HTMLScriptElement | null)?.dataset['base'] ?? ''
const field = document.querySelector<HTMLInputElement>('.search input')
const list = document.querySelector<HTMLUListElement>('#results')
const menu = document.querySelector<HTMLButtonElement>('.menu')

menu?.addEventListener('click', () => {
  const isOpen = document.body.classList.toggle('with-menu')
  menu.setAttribute('aria-expanded', String(isOpen))
})
document.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
if (field && list) watch(field, list)

/** By a script, since a page that is opened from a folder may not fetch. */
function loadIndex(): Promise<object> {
  const script = document.createElement('script')
  script.src = `${base}search-index.js`
  return new Promise((resolve, reject) => {
    script.addEventListener('load', () =>
      resolve((window as unknown as { readonly VARVE_SEARCH: object }).VARVE_SEARCH),
    )
    script.addEventListener('error', reject)
    document.head.append(script)
  })
}

async function openSearch(): Promise<MiniSearch<Found>> {
  return MiniSearch.loadJS<Found>((await loadIndex()) as never, {
    fields: ['heading', 'title', 'text'],
    storeFields: ['title', 'heading', 'address', 'excerpt'],
    searchOptions: {
      prefix: true,
      // A short word with a letter changed is too often another word: "redact" is not "React".
      fuzzy: (term) => (term.length > 6 ? 0.15 : false),
      boost: { heading: 3, title: 2 },
    },
  })
}

function watch(input: HTMLInputElement, results: HTMLUListElement): void {
  /** Loaded when someone begins to search: it is larger than any page. */
  let opening: Promise<MiniSearch<Found>> | undefined
  /** What has more of the words comes first, and reasons come after instructions. */
  const find = (search: MiniSearch<Found>, words: string): readonly Found[] => {
    const weight = ({ score, queryTerms, address }: Found) =>
      score * queryTerms.length ** 2 * (address.startsWith('decisions/') ? 0.2 : 1)
    const all = search.search(words) as Found[]
    return all.toSorted((a, b) => weight(b) - weight(a)).slice(0, MOST)
  }
  let chosen = -1
  const show = async () => {
    opening ??= openSearch()
    const found = find(await opening, input.value)
    chosen = -1
    const none = document.createElement('li')
    none.className = 'none'
    none.textContent = 'Nothing was found. Try other words.'
    results.replaceChildren(...(found.length === 0 ? [none] : found.map(option)))
    setOpen(input.value.trim() !== '')
  }
  const setOpen = (isOpen: boolean) => {
    results.hidden = !isOpen
    input.setAttribute('aria-expanded', String(isOpen))
    input.removeAttribute('aria-activedescendant')
  }
  const choose = (step: number) => {
    const options = [...results.querySelectorAll<HTMLElement>('[role=option]')]
    if (options.length === 0) return
    chosen = (chosen + step + options.length) % options.length
    for (const [place, one] of options.entries()) one.setAttribute('aria-selected', String(place === chosen))
    input.setAttribute('aria-activedescendant', options[chosen]?.id ?? '')
    options[chosen]?.scrollIntoView({ block: 'nearest' })
  }
  input.addEventListener('input', () => void show())
  input.addEventListener('focus', () => {
    opening ??= openSearch()
    if (input.value.trim() !== '') void show()
  })
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      choose(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Enter') results.querySelectorAll('a')[Math.max(0, chosen)]?.click()
    else if (event.key === 'Escape') {
      setOpen(false)
      input.blur()
    }
  })
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && !target.closest('.search')) setOpen(false)
  })
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLInputElement
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    input.focus()
  })
}

function option({ title, heading, address, excerpt }: Found, place: number): HTMLLIElement {
  const item = document.createElement('li')
  item.id = `result-${place}`
  item.setAttribute('role', 'option')
  const link = document.createElement('a')
  link.href = base + address
  const name = document.createElement('b')
  name.textContent = heading === title ? title : `${title}: ${heading}`
  const words = document.createElement('span')
  words.textContent = excerpt
  link.append(name, words)
  item.append(link)
  return item
}

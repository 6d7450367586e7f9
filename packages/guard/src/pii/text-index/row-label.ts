import type { TableIndex } from './find-header.ts'
import type { Span } from './span.ts'
import type { Label } from './find-labels.ts'
import { isPlainGap } from './is-plain-gap.ts'

/** What a cell holds besides the label in it. */
export function restOf(text: string, cell: Span, label: Label): string {
  return `${text.slice(cell.start, label.start)} ${text.slice(label.end, cell.end)}`
}

/** Columns of amounts, fees, counts and the like: what stands in their rows has a price, but is none of it. */
const TELLS_MORE =
  /(?:^|[^\p{L}])(?:applications?|requests?(?: id)?|case(?: id)?|orders?|tickets?|bookings?|appointments?|antrag|vorgang|termin|demande|solicitud|cita|richiesta|pratica|aanvraag|wniosek|fees?|prices?|costs?|amounts?|customers?|count|counts|total|qty|quantity|users?|patients?|days?|years?|age|length|max|min|size|type|issued|date|due|pick-?up|delivery|expires?|expiry|valid|status|deadline|preis|gebühr|kosten|betrag|kunden|anzahl|datum|gültig|alter|länge|menge|prix|coût|tarif|montant|clients|nombre|échéance|délai|âge|precio|coste|tasa|importe|clientes|cantidad|fecha|entrega|edad|prezzo|costo|importo|clienti|quantità|scadenza|consegna|età|prijs|bedrag|klanten|aantal|preço|valor|quantidade|prazo)(?!\p{L})/iu

const ANY_VALUE =
  /^["']?(?:values?|valor|valeur|wert|valore|waarde|answers?|responses?|entry|entries|details?|data|content|info|angaben?|eintrag|réponse|respuesta|risposta|datos?|dato|contenu|inhalt)["']?$/iu

/** Below a first row, a label in another cell speaks only where it is all that the cell holds. */
export function isInRow(
  { text, tables }: { readonly text: string; readonly tables: TableIndex },
  label: Label,
  place: number,
): boolean {
  const header = tables.headerOf(place)
  if (!header) return true
  const cell = tables.cellOf(label.start)
  const own = tables.cellOf(place)
  // Commas with a blank behind them are those of sentences.
  if (!cell || !own || cell.start === own.start || text.startsWith(', ', own.start - 1)) return true
  // "Field | Value": the rows say themselves what they are of.
  if (ANY_VALUE.test(text.slice(header.start, header.end).trim()) && cell.end <= own.start) return true
  const rest = restOf(text, cell, label).replace(/\([^()]{1,16}\)/g, ' ')
  return isPlainGap(rest) && !TELLS_MORE.test(text.slice(header.start, header.end))
}

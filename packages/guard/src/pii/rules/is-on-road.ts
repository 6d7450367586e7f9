/** What is around when a licence is one to drive. */
const ROAD =
  /driv|officer|trooper|police|fahrer|lkw|pkw|chauffeur|chofer|conduc|condui|v[eé]hic|plate|endorsed|penalty points|constable|suspended|pulled over|traffic|speed|rental|renter|(?:^|[^\p{L}])(?:car|cars|cdl|dl|dln|dob|date of birth|hgv|lgv|pcv|endorsements?|vans?|lorry|fleet|moto|dmv|dvla|dva|ndls|rto|icbc|saaq|mvr|hire|hirer|truck|motor\p{L}{0,6}|placas?|camion\p{L}{0,3}|coche|carro|unidad|class [A-E])(?!\p{L})/iu
/** Licences of trades and programs are of no state. */
const STATE = /[Ss]tate["']?\s?[:=]\s?["']?[A-Z]{2}(?![A-Za-z])/

/** "PA license 16 303 671", and "D/L". */
const OF_STATE =
  /(?<![\p{L}\p{N}])(?:A[LKZR]|C[AOT]|DE|FL|GA|HI|I[DLNA]|K[SY]|LA|M[EDAINSOT]|N[EVHJMYCD]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[TA]|W[AVIY])\s(?:state\s)?licen[cs]e|(?<![\p{L}\p{N}])D\/L(?!\p{L})/u

/** Whether words around a licence say that somebody drives with it. */
export function isOnRoad(around: string): boolean {
  return ROAD.test(around) || STATE.test(around) || OF_STATE.test(around)
}

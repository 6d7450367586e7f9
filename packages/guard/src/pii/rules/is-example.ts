const EXAMPLE =
  /(?:^|[^\p{L}])(?:such as|e\.? ?g\.?|for example|for instance|for example,|looks? like|par exemple|p\. ?ex\.?|comme|por ejemplo|p\. ?ej\.?|zum beispiel|z\. ?b\.?|etwa|ad esempio|per esempio|bijvoorbeeld|bijv\.?|por exemplo|np\.)[\s:,]{1,3}["'`(\u201c\u00ab]?$/iu

/** Whether a value is shown only to say what such values look like. */
export function isExample(text: string, start: number): boolean {
  return EXAMPLE.test(text.slice(Math.max(0, start - 20), start))
}

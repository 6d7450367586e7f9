/** Raised when passages or words come out differently: an index of another form is built again. */
export const SEARCH_FORM = 2

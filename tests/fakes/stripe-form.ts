/** The content of a form in Stripe's encoding: each value is a text or a nested form. */
export interface Form {
  [key: string]: string | Form
}

/** An error answer of Stripe. */
export class StripeRefusal extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

/** The text at a path of a form. Undefined: there is none. */
export const textOf = (form: Form | string | undefined, ...path: string[]): string | undefined => {
  let value: Form | string | undefined = form
  for (const key of path) value = typeof value === 'object' ? value[key] : undefined
  return typeof value === 'string' ? value : undefined
}
/** Returns the text at a path of a form. Throws StripeRefusal if there is none. */
export function needed(form: Form, ...path: string[]): string {
  const value = textOf(form, ...path)
  if (value === undefined) throw new StripeRefusal(400, 'parameter_missing')
  return value
}

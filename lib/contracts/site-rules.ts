import { z } from 'zod'

/** A CSS selector. Characters with which somebody could write code or markup are refused. */
const selector = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .regex(/^[^{}<;\\]*$/, 'Use no braces, semicolons, backslashes or “<” in a selector.')

export const siteFieldRule = z.strictObject({
  control: selector,
  label: z.string().trim().min(1).max(200).optional(),
  /**
   * Matches the element that shows the label. With `around`, the element is searched only inside the nearest ancestor
   * of the control that matches `around`. Without `around`, it is searched in the whole document. If several elements
   * match, the first one is used.
   */
  labelAt: selector.optional(),
  around: selector.optional(),
})
export type SiteFieldRule = z.infer<typeof siteFieldRule>

/**
 * How the pages of one site are read, as selectors only. If an EHR changes its pages, new rules can support them again
 * without a new version of the extension.
 */
export const siteRules = z.strictObject({
  host: z
    .string()
    .max(253)
    .regex(/^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i),
  version: z.number().int().min(1),
  patientName: selector.optional(),
  patientIdentifier: selector.optional(),
  formTitle: selector.optional(),
  skip: selector.optional(),
  fields: z.array(siteFieldRule).max(500).default([]),
})
export type SiteRules = z.infer<typeof siteRules>

import { z } from 'zod'

/** A CSS selector. Characters with which code or markup could be written are refused. */
const selector = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .regex(/^[^{}<;\\]*$/, 'Use no braces, semicolons, backslashes or “<” in a selector.')

/** One field that a rule describes. */
export const siteFieldRule = z.strictObject({
  /** Matches the control, or every option of one question. */
  control: selector,
  /** The text of the question, for pages that do not show it. */
  label: z.string().trim().min(1).max(200).optional(),
  /**
   * Where to find the label: in the nearest ancestor of the control that matches `around`, otherwise in the whole page.
   */
  labelAt: selector.optional(),
  around: selector.optional(),
})
export type SiteFieldRule = z.infer<typeof siteFieldRule>

/**
 * The known structure of one site, as selectors only. With such rules, a changed EHR page can be supported again
 * without a new extension.
 */
export const siteRules = z.strictObject({
  /** A host name, optionally with `*.` in front. */
  host: z
    .string()
    .max(253)
    .regex(/^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i),
  version: z.number().int().min(1),
  /** Where the page shows the patient's name and identifier. */
  patientName: selector.optional(),
  patientIdentifier: selector.optional(),
  formTitle: selector.optional(),
  /** Controls that are never asked about and never filled. */
  skip: selector.optional(),
  fields: z.array(siteFieldRule).max(500).default([]),
})
export type SiteRules = z.infer<typeof siteRules>

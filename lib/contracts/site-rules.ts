import { z } from 'zod'

/** Only what a stylesheet could name: no code, no address. */
const selector = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .regex(/^[^{}<;\\]*$/, 'A selector holds no braces, tags, semicolons or backslashes.')

/** One field a rule names. */
export const siteFieldRule = z.strictObject({
  /** The control, or every option of one question. */
  control: selector,
  /** The question's own words, for a page that does not show them. */
  label: z.string().trim().min(1).max(200).optional(),
  /** Where the words stand, looked for in the nearest element around the control that matches `around`, else in the page. */
  labelAt: selector.optional(),
  around: selector.optional(),
})
export type SiteFieldRule = z.infer<typeof siteFieldRule>

/** What is known of one site, as data: a changed EHR page is mended by it without a new extension. Selectors only. */
export const siteRules = z.strictObject({
  /** A host, or `*.` before one. */
  host: z
    .string()
    .max(253)
    .regex(/^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*$/i),
  version: z.number().int().min(1),
  /** Where the patient's name and number stand. */
  patientName: selector.optional(),
  patientIdentifier: selector.optional(),
  formTitle: selector.optional(),
  /** Controls never asked about, never filled. */
  skip: selector.optional(),
  fields: z.array(siteFieldRule).max(500).default([]),
})
export type SiteRules = z.infer<typeof siteRules>

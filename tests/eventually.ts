import { vi } from 'vitest'

/**
 * Waits until the check passes, up to 30 s. The default of one second would fail on a busy machine although the product is
 * correct.
 */
export const eventually: typeof vi.waitFor = (check, options = 30_000) => vi.waitFor(check, options)

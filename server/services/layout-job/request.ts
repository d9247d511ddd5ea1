import type { LayoutRequest } from '../../../lib/contracts/index.ts'
import type { Encryption } from '../../store/index.ts'

const place = (layoutId: string) => `layout-request/${layoutId}`

/** What a layout is made from, encrypted: an example note may hold a patient's words. */
export const sealRequest = ({ seal }: Encryption, layoutId: string, request: LayoutRequest): Buffer =>
  seal(place(layoutId), request)

/** The same, opened. */
export const openRequest = ({ unseal }: Encryption, layoutId: string, sealed: Buffer): LayoutRequest =>
  unseal(place(layoutId), sealed) as LayoutRequest

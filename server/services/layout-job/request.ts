import type { LayoutRequest } from '../../../lib/contracts/index.ts'
import type { Encryption } from '../../store/index.ts'

const place = (layoutId: string) => `layout-request/${layoutId}`

/** Encrypts the source of a layout, because an example note may contain patient data. */
export const sealRequest = ({ seal }: Encryption, layoutId: string, request: LayoutRequest): Buffer =>
  seal(place(layoutId), request)

/** Decrypts the source of a layout. */
export const openRequest = ({ unseal }: Encryption, layoutId: string, sealed: Buffer): LayoutRequest =>
  unseal(place(layoutId), sealed) as LayoutRequest

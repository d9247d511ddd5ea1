import { customType } from 'drizzle-orm/pg-core'

/** An encrypted value (see ../encryption.ts). */
export const sealed = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })

/** A value that is not encrypted, because it is public. */
export const published = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })

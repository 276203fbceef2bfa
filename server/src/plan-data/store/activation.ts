/** True if the NPI of `provider p` is deactivated. */
export const IS_DEACTIVATED = 'is_deactivated(p.deactivated, p.deactivation_date, p.reactivation_date)'

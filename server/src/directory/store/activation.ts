/** True if the NPI of `provider p` is deactivated: as the national file states (version 3), or by its dates. */
export const IS_DEACTIVATED = `(p.deactivated or (p.deactivation_date is not null
  and (p.reactivation_date is null or p.reactivation_date < p.deactivation_date)))`

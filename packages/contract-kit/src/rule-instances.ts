/**
 * Where class-validator finds the object of a rule. Its own list is searched from the start for every rule of every validation, and the
 * contracts have hundreds of rules. Imported for its effect.
 */
import { useContainer } from 'class-validator';

const instances = new WeakMap<object, object>();

useContainer({
  get<T>(cls: object): T {
    const instance = instances.get(cls) ?? new (cls as new () => object)();
    instances.set(cls, instance);
    return instance as T;
  },
});

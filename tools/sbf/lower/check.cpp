// Reports, by name, the constructs in a lowered program that the backend or a cluster's loader would
// refuse.
#include "lower.h"

#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

using namespace llvm;

namespace {

std::string describe(const Type *T) {
  std::string Text;
  raw_string_ostream(Text) << *T;
  return Text;
}

bool isWide(const Type *T) { return T->isIntegerTy() && T->getIntegerBitWidth() > 64; }

bool isFloat(const Type *T) { return T->isFPOrFPVectorTy(); }

// An operation and its types, such as `fmul of double`.
std::string describe(const Instruction &I) {
  std::string Text = I.getOpcodeName() + (" of " + describe(I.getOperand(0)->getType()));
  return isa<CastInst>(I) ? Text + " to " + describe(I.getType()) : Text;
}

// Whether an instruction needs a floating-point library; moving bits does not. Some comparisons do: the
// backend reports those.
bool computesFloat(const Instruction &I) {
  switch (I.getOpcode()) {
  case Instruction::FAdd:
  case Instruction::FSub:
  case Instruction::FMul:
  case Instruction::FDiv:
  case Instruction::FRem:
  case Instruction::FPExt:
  case Instruction::FPTrunc:
  case Instruction::FPToSI:
  case Instruction::FPToUI:
  case Instruction::SIToFP:
  case Instruction::UIToFP: return true;
  default: return false;
  }
}

bool dividesOrShiftsWide(const Instruction &I) {
  if (!isWide(I.getType())) return false;
  return I.isIntDivRem() || (I.isShift() && !isa<Constant>(I.getOperand(1)));
}

bool isSupported(const IntrinsicInst &Call) {
  switch (Call.getIntrinsicID()) {
  case Intrinsic::umul_with_overflow:
  case Intrinsic::smul_with_overflow: return !isWide(Call.getArgOperand(0)->getType());
  case Intrinsic::fabs:
  case Intrinsic::copysign: return true; // masks
  default: return !isFloat(Call.getType()) && none_of(Call.args(), [](auto &Arg) { return isFloat(Arg->getType()); });
  }
}

// The name of an unsupported instruction; empty for a supported one.
std::string unsupported(const Instruction &I) {
  if (isa<InvokeInst, CallBrInst>(I)) return "unwinding";
  if (computesFloat(I) || dividesOrShiftsWide(I)) return describe(I);
  auto *Call = dyn_cast<CallInst>(&I);
  Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  if (!Callee || !Callee->isDeclaration()) return "";
  if (!Callee->isIntrinsic()) {
    bool IsSystemCall = Callee->getName().starts_with("sol_") || Callee->getName() == "abort";
    return IsSystemCall ? "" : "a call of " + demangle(Callee->getName()) + ", which is defined nowhere,";
  }
  return isSupported(*cast<IntrinsicInst>(Call)) ? "" : Callee->getName().str();
}

} // namespace

bool sbf::reportUnsupported(Module &M) {
  std::set<std::string> Messages;
  auto report = [&](StringRef Where, const std::string &What) {
    Messages.insert("sbf: " + demangle(Where) + ": " + What + " is not supported\n");
  };
  for (const GlobalVariable &G : M.globals())
    if (!G.isConstant() && !G.getName().starts_with("llvm.")) report(G.getName(), "a static that can change");
  for (const Function &F : M)
    for (const Instruction &I : instructions(F))
      if (std::string What = unsupported(I); !What.empty()) report(F.getName(), What);
  for (const std::string &Message : Messages) errs() << Message;
  return !Messages.empty();
}
